# RUN: python3 %s
# RUN: causeway simulate Whole.mo -o whole.csv -q
# RUN: causeway simulate two.ssp --step 0.05 -o fixed.csv -q; causeway simulate two.ssp --coupling 1e-3 -o two.csv -q; causeway simulate three.ssp --coupling 1e-3 -o three.csv -q
# RUN: python3 %s compare
# CHECK: FMI 2.0: fewer than 400 points, within 1e-3
# CHECK: FMI 3.0: fewer than 300 points, within 1e-3
# CHECK: 200 steps of one length: within 3e-2
# RUN: causeway simulate late.ssp --coupling 1e-3 -o late.csv
# CHECK: warning[XCH0024]: no FMU of the system can be set back: communication steps have one length
# RUN: causeway simulate two.ssp --kind se
# EXIT: 1
# CHECK: error[TOOL0008]: --kind se: of a system there are me and cs
"""Communication steps as long as connected values allow (--coupling): many where things move, few where they rest."""
import csv
import subprocess
import sys
import zipfile

PARTS = {
    "Plant": """model Plant
  input Real u;
  output Real y(start = 0, fixed = true);
  Real v(start = 0, fixed = true);
equation
  der(y) = v;
  der(v) = -20*v - 100*y + 100*u;
%s
end Plant;""",
    "Control": """model Control
  input Real u;
  output Real y;
  Real i(start = 0, fixed = true), r = if time > 2 then 2 else 1;
equation
  der(i) = 3*(r - u);
  y = i + 0.5*(r - u);
%s
end Control;""",
}
EXPERIMENT = "  annotation(experiment(StopTime = 10, Interval = 0.05));"
WHOLE = """model Whole
%s
%s
  Plant plant(u = control.y);
  Control control(u = plant.y);
  annotation(experiment(StopTime = 10, Interval = 0.0005));
end Whole;"""
SSD = """<?xml version="1.0" encoding="UTF-8"?>
<ssd:SystemStructureDescription xmlns:ssd="http://ssp-standard.org/SSP1/SystemStructureDescription" version="1.0" name="s">
  <ssd:System name="s">
    <ssd:Elements>
      <ssd:Component name="plant" source="resources/Plant.fmu" implementation="CoSimulation"/>
      <ssd:Component name="control" source="resources/Control.fmu" implementation="CoSimulation"/>
    </ssd:Elements>
    <ssd:Connections>
      <ssd:Connection startElement="plant" startConnector="y" endElement="control" endConnector="u"/>
      <ssd:Connection startElement="control" startConnector="y" endElement="plant" endConnector="u"/>
    </ssd:Connections>
  </ssd:System>
  <ssd:DefaultExperiment startTime="0" stopTime="10"/>
</ssd:SystemStructureDescription>
"""


def system(name, version, forgetful=False):
    with zipfile.ZipFile(name, "w") as z:
        z.writestr("SystemStructure.ssd", SSD)
        for part, text in PARTS.items():
            with open(part + ".mo", "w") as f:
                f.write(text % EXPERIMENT)
            subprocess.run(["causeway", "fmu", part + ".mo", "--fmi", version, "--kind", "cs", "-o", part + ".fmu", "-q"], check=True)
            if forgetful:
                forget(part + ".fmu")
            z.write(part + ".fmu", "resources/" + part + ".fmu")


def forget(fmu):
    with zipfile.ZipFile(fmu) as a:
        files = {n: a.read(n) for n in a.namelist()}
    with zipfile.ZipFile(fmu, "w") as b:
        for n, data in files.items():
            b.writestr(n, data.replace(b'canGetAndSetFMUstate="true"', b"").replace(b'canSerializeFMUstate="true"', b""))


def table(file, name):
    with open(file) as f:
        rows = list(csv.reader(f))
    at = rows[0].index(name)
    return [(float(r[0]), float(r[at])) for r in rows[1:]]


def apart(file, only_events):
    here, whole = table(file, "plant.y"), table("whole.csv", "plant.y")
    if only_events:
        here = [b for a, b in zip(here, here[1:]) if a[0] == b[0]]
    worst, k = 0, 0
    for t, y in here:
        while k + 2 < len(whole) and whole[k + 1][0] < t:
            k += 1
        (t0, y0), (t1, y1) = whole[k], whole[k + 1]
        worst = max(worst, abs(y - (y0 if t1 == t0 else y0 + (y1 - y0)*(t - t0)/(t1 - t0))))
    return len(here), worst


if len(sys.argv) > 1:
    for title, file, most, limit in (("FMI 2.0", "two.csv", 400, "1e-3"), ("FMI 3.0", "three.csv", 300, "1e-3")):
        n, worst = apart(file, False)
        good = n < most and worst < float(limit)
        print("%s: %s" % (title, "fewer than %d points, within %s" % (most, limit) if good else "%d points, %g apart" % (n, worst)))
    n, worst = apart("fixed.csv", True)
    print("%d steps of one length: %s" % (n, "within 3e-2" if 1e-2 < worst < 3e-2 else "%g apart" % worst))
else:
    system("two.ssp", "2")
    system("three.ssp", "3")
    system("late.ssp", "2", True)
    with open("Whole.mo", "w") as f:
        f.write(WHOLE % tuple(t.replace("input ", "").replace("output ", "") % "" for t in PARTS.values()))
