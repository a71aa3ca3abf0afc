# RUN: python3 %s
# RUN: causeway simulate two.ssp -o two.csv -q; causeway simulate three.ssp -o three.csv -q; causeway simulate Whole.mo -o whole.csv -q
# RUN: python3 %s compare
# CHECK: FMI 2.0, steps taken again, inputs in straight lines: within 2e-3
# CHECK: FMI 3.0, steps taken again: within 1e-3
# RUN: causeway simulate late.ssp -o late.csv
# CHECK: the FMU Gain is in a loop: its inputs depend on its outputs y, which depend on its inputs, and it can neither be set back nor has event mode: they are late by one communication step
# RUN: causeway simulate relay.ssp -o relay.csv
# CHECK: the FMU Gain is in a loop: its inputs depend on its outputs y, which depend on its inputs, and no values were found that agree
"""Loops through outputs that depend on inputs at once: at every communication point the equations of the connections hold, with gains around the
loop above one too; beside the same equations as one model."""
import csv
import subprocess
import sys
import zipfile

GAIN = """model Gain
  parameter Real k = 2;
  input Real u;
  output Real y;
  Real x(start = 1, fixed = true);
equation
  der(x) = -k*x + u;
  y = x + u;
  annotation(experiment(StopTime = 2, Interval = 0.1));
end Gain;"""
WHOLE = """model Whole
  Real a(start = 1, fixed = true), b(start = 1, fixed = true), u, v;
equation
  der(a) = -2*a + u;
  der(b) = -2*b + v;
  u = -3*(b + v);
  v = 2*(a + u);
  annotation(experiment(StopTime = 2, Interval = 0.1));
end Whole;"""
RELAY = """model Relay
  input Real u;
  output Real y;
equation
  y = if u > 0 then -1 else 1;
  annotation(experiment(StopTime = 2, Interval = 0.1));
end Relay;"""
SSD = """<?xml version="1.0" encoding="UTF-8"?>
<ssd:SystemStructureDescription xmlns:ssd="http://ssp-standard.org/SSP1/SystemStructureDescription"
  xmlns:ssc="http://ssp-standard.org/SSP1/SystemStructureCommon" version="1.0" name="loop">
  <ssd:System name="loop">
    <ssd:Elements>
      <ssd:Component name="a" source="resources/%s" implementation="CoSimulation"/>
      <ssd:Component name="b" source="resources/%s" implementation="CoSimulation"/>
    </ssd:Elements>
    <ssd:Connections>
      <ssd:Connection startElement="b" startConnector="y" endElement="a" endConnector="u"><ssc:LinearTransformation factor="%g"/></ssd:Connection>
      <ssd:Connection startElement="a" startConnector="y" endElement="b" endConnector="u"><ssc:LinearTransformation factor="%g"/></ssd:Connection>
    </ssd:Connections>
  </ssd:System>
  <ssd:DefaultExperiment startTime="0" stopTime="2"/>
</ssd:SystemStructureDescription>
"""


def system(name, a, b, *factors):
    with zipfile.ZipFile(name, "w") as z:
        z.writestr("SystemStructure.ssd", SSD % ((a, b) + factors))
        for fmu in {a, b}:
            z.write(fmu, "resources/" + fmu)


def export(text, version, to):
    name = text.split()[1]
    with open(name + ".mo", "w") as f:
        f.write(text)
    subprocess.run(["causeway", "fmu", name + ".mo", "--fmi", version, "--kind", "cs", "-o", to, "--quiet"], check=True)


def forgetful(fmu, to):
    """The same FMU, saying that it cannot save its state."""
    with zipfile.ZipFile(fmu) as a, zipfile.ZipFile(to, "w") as b:
        for n in a.namelist():
            b.writestr(n, a.read(n).replace(b'canGetAndSetFMUstate="true"', b"").replace(b'canSerializeFMUstate="true"', b""))


def points(file, *names):
    """The last row at each communication point."""
    with open(file) as f:
        rows = list(csv.reader(f))
    at = [rows[0].index(n) for n in names]
    found = {}
    for r in rows[1:]:
        k = round(float(r[0]) / 0.1)
        if abs(float(r[0]) - 0.1*k) < 1e-9:
            found[k] = [float(r[i]) for i in at]
    return found


def compare(title, file, limit):
    here, whole = points(file, "a.u", "b.u"), points("whole.csv", "u", "v")
    worst = max(abs(x - y) for k in whole for x, y in zip(here[k], whole[k]))
    print("%s: %s" % (title, "within %s" % limit if len(whole) == 21 and worst < float(limit) else "%g apart" % worst))


if len(sys.argv) > 1:
    compare("FMI 2.0, steps taken again, inputs in straight lines", "two.csv", "2e-3")
    compare("FMI 3.0, steps taken again", "three.csv", "1e-3")
else:
    export(GAIN, "2", "two.fmu")
    export(GAIN, "3", "three.fmu")
    export(RELAY, "2", "relay.fmu")
    forgetful("two.fmu", "forgetful.fmu")
    with open("Whole.mo", "w") as f:
        f.write(WHOLE)
    system("two.ssp", "two.fmu", "two.fmu", -3, 2)
    system("three.ssp", "three.fmu", "three.fmu", -3, 2)
    system("late.ssp", "forgetful.fmu", "forgetful.fmu", -0.3, 0.2)
    system("relay.ssp", "relay.fmu", "two.fmu", 1, 1)
