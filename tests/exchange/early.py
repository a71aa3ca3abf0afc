# RUN: python3 %s
# RUN: causeway simulate early.ssp -o early.csv
# An event inside of a step is a communication point of all: the follower sees it when it happens, and the one that was ahead is set back.
# VALUE: early.csv follow.seen(0.45) = 0.4 +- 1e-9
# FINAL: early.csv follow.seen = 1.2 +- 1e-9
# FINAL: early.csv decay.x = 0.22313016 +- 1e-5
# FINAL: early.csv stair.count = 3 +- 0
"""A stair whose steps are events, a follower that notes when they come, and a bystander with events of its own."""
import subprocess
import zipfile

MODELS = {
    "Stair": """model Stair
  output Integer count(start = 0, fixed = true);
equation
  when sample(0.4, 0.4) then
    count = pre(count) + 1;
  end when;
end Stair;""",
    "Follow": """model Follow
  input Integer u;
  output Real seen(start = 0, fixed = true);
equation
  when change(u) then
    seen = time;
  end when;
end Follow;""",
    "Decay": """model Decay
  output Real x(start = 1, fixed = true);
  Integer ticks(start = 0, fixed = true);
equation
  der(x) = -x;
  when sample(0.55, 0.55) then
    ticks = pre(ticks) + 1;
  end when;
end Decay;""",
}
SSD = """<?xml version="1.0" encoding="UTF-8"?>
<ssd:SystemStructureDescription xmlns:ssd="http://ssp-standard.org/SSP1/SystemStructureDescription" version="1.0" name="early">
  <ssd:System name="early">
    <ssd:Elements>
      <ssd:Component name="stair" source="resources/Stair.fmu" implementation="CoSimulation"/>
      <ssd:Component name="follow" source="resources/Follow.fmu" implementation="CoSimulation"/>
      <ssd:Component name="decay" source="resources/Decay.fmu" implementation="CoSimulation"/>
    </ssd:Elements>
    <ssd:Connections>
      <ssd:Connection startElement="stair" startConnector="count" endElement="follow" endConnector="u"/>
    </ssd:Connections>
  </ssd:System>
  <ssd:DefaultExperiment startTime="0" stopTime="1.5"/>
</ssd:SystemStructureDescription>
"""
with zipfile.ZipFile("early.ssp", "w") as z:
    z.writestr("SystemStructure.ssd", SSD)
    for name, text in MODELS.items():
        with open(name + ".mo", "w") as f:
            f.write(text.replace("end %s;" % name, "  annotation(experiment(StopTime = 1.5, Interval = 0.3));\nend %s;" % name))
        subprocess.run(["causeway", "fmu", name + ".mo", "--fmi", "3", "--kind", "cs", "-o", name + ".fmu", "--quiet"], check=True)
        z.write(name + ".fmu", "resources/" + name + ".fmu")
