# RUN: python3 %s && causeway simulate crossing.ssp -o crossing.csv -q && causeway simulate crossing.ssp --coupling 1e-2 -o coupled.csv -q
# FINAL: crossing.csv ball.n = 2 +- 0
# FINAL: crossing.csv note.seen = 1.083657 +- 1e-5
# FINAL: crossing.csv note.low_at = 0.319275 +- 1e-5
# FINAL: crossing.csv note.y = 1.180725 +- 1e-5
# FINAL: coupled.csv note.seen = 1.083657 +- 1e-5
# FINAL: coupled.csv note.y = 1.180725 +- 1e-5
"""Zero crossings inside of steps of 0.3 s: a ball that hits the floor returns early, and who listens sees it when it happens.

The floor is hit at sqrt(2/9.81) = 0.451524 and 2.4 times that, half of the height is passed at sqrt(1/9.81)."""
import subprocess
import zipfile

MODELS = {
    "Ball": """model Ball
  output Real h(start = 1, fixed = true);
  output Integer n(start = 0, fixed = true);
  output Boolean low = h < 0.5;
  Real v(start = 0, fixed = true);
equation
  der(h) = v;
  der(v) = -9.81;
  when h <= 0 then
    reinit(v, -0.7*pre(v));
    n = pre(n) + 1;
  end when;""",
    "Note": """model Note
  input Integer n;
  input Boolean low;
  output Real seen(start = -1, fixed = true), low_at(start = -1, fixed = true), y = x;
  Real x(start = 0, fixed = true);
equation
  der(x) = if low then 1 else 0;
  when change(n) then
    seen = time;
  end when;
  when low then
    low_at = time;
  end when;""",
}
SSD = """<?xml version="1.0" encoding="UTF-8"?>
<ssd:SystemStructureDescription xmlns:ssd="http://ssp-standard.org/SSP1/SystemStructureDescription" version="1.0" name="crossing">
  <ssd:System name="crossing">
    <ssd:Elements>
      <ssd:Component name="ball" source="resources/Ball.fmu" implementation="CoSimulation"/>
      <ssd:Component name="note" source="resources/Note.fmu" implementation="CoSimulation"/>
    </ssd:Elements>
    <ssd:Connections>
      <ssd:Connection startElement="ball" startConnector="n" endElement="note" endConnector="n"/>
      <ssd:Connection startElement="ball" startConnector="low" endElement="note" endConnector="low"/>
    </ssd:Connections>
  </ssd:System>
  <ssd:DefaultExperiment startTime="0" stopTime="1.5"/>
</ssd:SystemStructureDescription>
"""
with zipfile.ZipFile("crossing.ssp", "w") as z:
    z.writestr("SystemStructure.ssd", SSD)
    for name, text in MODELS.items():
        with open(name + ".mo", "w") as f:
            f.write(text + "\n  annotation(experiment(StopTime = 1.5, Interval = 0.3));\nend %s;" % name)
        subprocess.run(["causeway", "fmu", name + ".mo", "--fmi", "3", "--kind", "cs", "-o", name + ".fmu", "-q"], check=True)
        z.write(name + ".fmu", "resources/" + name + ".fmu")
