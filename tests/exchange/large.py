# REQUIRES: release
# RUN: python3 %s
# CHECK: 500 FMUs, 2000 connections: below 2 s
# CHECK: one FMU 500 times, 2000 connections: below 1 s
# TIMEOUT: 300
"""Systems of 500 components with 2000 connections are imported (unpacked, read, checked, flattened) in less than two seconds of processor time; where
there is a folder in memory they are unpacked there, so that the disk is not measured."""
import os
import resource
import subprocess
import zipfile

PART = """model Part
  parameter Real k = 1;
  input Real u1, u2, u3, u4;
  output Real y = x, z = 2*x;
  Real x(start = 1, fixed = true);
equation
  der(x) = -k*x + 0.1*(u1 + u2 - u3 - u4);
end Part;"""
N = 500
ENVIRONMENT = dict(os.environ, TMPDIR="/dev/shm") if os.access("/dev/shm", os.W_OK) else None
HEAD = """<?xml version="1.0" encoding="UTF-8"?>
<ssd:SystemStructureDescription xmlns:ssd="http://ssp-standard.org/SSP1/SystemStructureDescription" version="1.0" name="large">
  <ssd:System name="large"><ssd:Elements>
"""
TAIL = """  </ssd:Connections></ssd:System>
  <ssd:DefaultExperiment startTime="0" stopTime="1"/>
</ssd:SystemStructureDescription>
"""


def system(name, files):
    components = "".join('    <ssd:Component name="c%d" source="resources/%d.fmu"/>\n' % (i, i % files) for i in range(N))
    connections = "".join('    <ssd:Connection startElement="c%d" startConnector="%s" endElement="c%d" endConnector="u%d"/>\n'
                          % ((7*i + 13*k + 1) % N, "yz"[k % 2], i, k + 1) for i in range(N) for k in range(4))
    with zipfile.ZipFile(name, "w") as z:
        z.writestr("SystemStructure.ssd", HEAD + components + "  </ssd:Elements><ssd:Connections>\n" + connections + TAIL)
        for i in range(files):
            z.write("Part.fmu", "resources/%d.fmu" % i)


def processor_time(name):
    def used():
        r = resource.getrusage(resource.RUSAGE_CHILDREN)
        return r.ru_utime + r.ru_stime
    before = used()
    subprocess.run(["causeway", "check", name, "-q"], check=True, env=ENVIRONMENT)
    return used() - before


with open("Part.mo", "w") as f:
    f.write(PART)
subprocess.run(["causeway", "fmu", "Part.mo", "-o", "Part.fmu", "-q"], check=True)
for title, files, limit in (("500 FMUs", N, 2), ("one FMU 500 times", 1, 1)):
    system("large.ssp", files)
    seconds = min(processor_time("large.ssp") for _ in range(2))
    print("%s, 2000 connections: %s" % (title, "below %g s" % limit if seconds < limit else "%.2f s" % seconds))
