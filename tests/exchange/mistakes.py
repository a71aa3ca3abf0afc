# RUN: python3 %s
# CHECK: sound: 0 to 100 s
# CHECK: reverse: 0 to 100 s
# CHECK: element: SystemStructure.ssd:22:35: error[XCH0020]: the system has no element "contrl" | hint: did you mean "control"?
# CHECK: connector: SystemStructure.ssd:22:95: error[XCH0020]: the FMU has no variable "q" | hint: did you mean "Q"?
# CHECK: file: SystemStructure.ssd:13:79: error[XCH0020]: resources/room.fmu is not in the archive | hint: did you mean resources/Room.fmu?
# CHECK: twice: SystemStructure.ssd:23:7: error[XCH0020]: a second connection gives "room.Q" a value | SystemStructure.ssd:22:7: note: this is the first one
# CHECK: parameter: SystemStructure.ssd:8:9: warning[XCH0021]: the parameter "room.c" of a parameter set is in no component | hint: did you mean "room.C"?
# CHECK: inputs: SystemStructure.ssd:22:7: error[XCH0020]: "control.T" and "room.Q" both wait for a value
# CHECK: outputs: SystemStructure.ssd:22:7: error[XCH0020]: "control.Q" and "room.T" both give a value
# CHECK: kind: SystemStructure.ssd:14:54: error[XCH0020]: there are no connectors of the kind "ouput" | hint: did you mean "output"?
# CHECK: name: SystemStructure.ssd:18:26: error[XCH0020]: "room" is there twice | SystemStructure.ssd:13:26: note: this is the first one
# CHECK: unknown: SystemStructure.ssd:15:46: warning[XCH0025]: the FMU has no variable "TT" for this connector | hint: did you mean "T"?
# CHECK: type: SystemStructure.ssd:9:9: error[XCH0020]: "control.set" is given as a String, but the FMU has it as Real
# CHECK: whole: SystemStructure.ssd:9:61: error[XCH0004]: value="4.5" of <ssv:Integer> is not a whole number
# CHECK: unit: SystemStructure.ssd:22:7: warning[XCH0022]: a value in "kW" is connected with one in "W", and is not converted: nothing says what "kW" is | hint: define it in <ssd:Units>
# CHECK: number: SystemStructure.ssd:8:53: error[XCH0004]: value="2e6 J" of <ssv:Real> is not a number
"""Mistakes that people make in descriptions of systems: each is told with its line, and with what was meant."""
import re
import subprocess
import zipfile

PARTS = {
    "Room": """model Room
  input Real Q(unit = "W");
  output Real T(unit = "K", start = 288.15, fixed = true);
  parameter Real C(unit = "J/K") = 1e6, G = 100;
equation
  C*der(T) = Q - G*(T - 273.15);
end Room;""",
    "Control": """model Control
  input Real T;
  output Real Q;
  parameter Real set = 293.15;
equation
  Q = 500*(set - T);
end Control;""",
}
SSD = """<?xml version="1.0" encoding="UTF-8"?>
<ssd:SystemStructureDescription version="1.0" name="heat"
    xmlns:ssd="http://ssp-standard.org/SSP1/SystemStructureDescription" xmlns:ssc="http://ssp-standard.org/SSP1/SystemStructureCommon"
    xmlns:ssv="http://ssp-standard.org/SSP1/SystemStructureParameterValues">
  <ssd:System name="%s">
    <ssd:ParameterBindings><ssd:ParameterBinding><ssd:ParameterValues>
      <ssv:ParameterSet version="1.0" name="inline"><ssv:Parameters>
        <ssv:Parameter name="room.C"><ssv:Real value="2e6"/></ssv:Parameter>
        <ssv:Parameter name="control.set"><ssv:Real value="294.15"/></ssv:Parameter>
      </ssv:Parameters></ssv:ParameterSet>
    </ssd:ParameterValues></ssd:ParameterBinding></ssd:ParameterBindings>
    <ssd:Elements>
      <ssd:Component name="room" type="application/x-fmu-sharedlibrary" source="resources/Room.fmu"><ssd:Connectors>
          <ssd:Connector name="T"                kind="output"><ssc:Real/></ssd:Connector>
          <ssd:Connector kind="input"    name="Q"><ssc:Real/></ssd:Connector>
        </ssd:Connectors>
      </ssd:Component>
      <ssd:Component name="control" type="application/x-fmu-sharedlibrary" source="resources/Control.fmu"/>
    </ssd:Elements>
    <ssd:Connections>
      <!-- what the controller does -->
      <ssd:Connection startElement="control" startConnector="Q" endElement="room" endConnector="Q"/>
      <ssd:Connection startElement="room" startConnector="T" endElement="control" endConnector="T"/>
    </ssd:Connections>
  </ssd:System>
  <ssd:DefaultExperiment startTime="0" stopTime="100"/>
</ssd:SystemStructureDescription>
"""
FIRST = '<ssd:Connection startElement="control" startConnector="Q" endElement="room" endConnector="Q"/>'
MISTAKES = (
    ("sound", "", ""),
    ("reverse", FIRST, '<ssd:Connection startElement="room" startConnector="Q" endElement="control" endConnector="Q"/>'),
    ("element", 'startElement="control"', 'startElement="contrl"'),
    ("connector", 'endConnector="Q"', 'endConnector="q"'),
    ("file", "resources/Room.fmu", "resources/room.fmu"),
    ("twice", FIRST + "\n", FIRST + "\n      " + FIRST),
    ("parameter", 'name="room.C"', 'name="room.c"'),
    ("inputs", 'startConnector="Q" endElement="room"', 'startConnector="T" endElement="room"'),
    ("outputs", 'endElement="room" endConnector="Q"', 'endElement="room" endConnector="T"'),
    ("kind", 'kind="output"', 'kind="ouput"'),
    ("name", 'Component name="control"', 'Component name="room"'),
    ("unknown", 'name="Q"><ssc', 'name="TT"><ssc'),
    ("type", '<ssv:Real value="294.15"/>', '<ssv:String value="294.15"/>'),
    ("whole", '<ssv:Real value="294.15"/>', '<ssv:Integer value="4.5"/>'),
    ("unit", 'source="resources/Control.fmu"/>', 'source="resources/Control.fmu"><ssd:Connectors><ssd:Connector name="Q" kind="output"><ssc:Real unit="kW"/>'
     "</ssd:Connector></ssd:Connectors></ssd:Component>"),
    ("number", 'value="2e6"', 'value="2e6 J"'),
)
for name, text in PARTS.items():
    with open(name + ".mo", "w") as f:
        f.write(text)
    subprocess.run(["causeway", "fmu", name + ".mo", "-o", name + ".fmu", "-q"], check=True)
for title, before, after in MISTAKES:
    assert before in SSD
    with zipfile.ZipFile("x.ssp", "w") as z:
        z.writestr("SystemStructure.ssd", (SSD % title).replace(before, after) if before else SSD % title)
        for part in PARTS:
            z.write(part + ".fmu", "resources/" + part + ".fmu")
    run = subprocess.run(["causeway", "simulate", "x.ssp", "-o", "x.csv"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    said = [s.strip().replace("x.ssp/", "") for s in run.stdout.splitlines() if re.match(r"\S+: |\s+hint:", s)]
    print(title + ": " + " | ".join(said).replace(title + ": ", "", 1) if said else title + ": nothing was said")
