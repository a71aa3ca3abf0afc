# RUN: python3 %s && causeway simulate sizes.ssp -o sizes.csv
# FINAL: sizes.csv two.s = 60 +- 1e-12
# FINAL: sizes.csv five.s = 6 +- 1e-12
# FINAL: sizes.csv five.y[2] = 2 +- 1e-12
# FINAL: sizes.csv five.y[5] = 10 +- 1e-12
# FINAL: sizes.csv out[2] = 4 +- 1e-12
# FINAL: sizes.csv open[2] = 4 +- 1e-12
# FINAL: sizes.csv own.s = 6 +- 1e-12
# RUN: causeway simulate none.ssp -o none.csv
# EXIT: 2
# CHECK: SystemStructure.ssd:5:70: error[XCH0020]: the size "m" has no value: give it one in a parameter set, as an Integer
"""Arrays in systems of FMUs (SSP 2.0): one FMU with several sizes, by structural parameters that a parameter set, or the system, gives; connectors
whose size is that of another, or of what they are connected with; connections of single elements; arrays, units and enumerations as values."""
import subprocess
import zipfile

LINE = """model Line
  type Mode = enumeration(plain, twice);
  parameter Integer n = 3;
  parameter Real gain[n] = fill(1.0, n);
  parameter Real length(unit = "m") = 0;
  parameter Mode mode = Mode.plain;
  input Real u[n](start = fill(1, n));
  output Real y[n], s;
equation
  y = gain .* u;
  s = sum(y) + length + (if mode == Mode.twice then sum(y) else 0);
end Line;"""
SSD = """<?xml version="1.0" encoding="UTF-8"?>
<ssd:SystemStructureDescription version="2.0" name="x" xmlns:ssd="http://ssp-standard.org/SSP1/SystemStructureDescription" xmlns:ssv="http://ssp-standard.org/SSP1/SystemStructureParameterValues" xmlns:ssc="http://ssp-standard.org/SSP1/SystemStructureCommon">
  <ssd:System name="x"><ssd:Connectors>
    <ssd:Connector name="m" kind="structuralParameter"><ssc:Int32/></ssd:Connector>
    <ssd:Connector name="out" kind="output"><ssc:Float64/>           <ssc:Dimension sizeConnector="m"/></ssd:Connector>
    <ssd:Connector name="open" kind="output"><ssc:Float64/><ssc:Dimension/></ssd:Connector>
  </ssd:Connectors>
  <ssd:ParameterBindings><ssd:ParameterBinding><ssd:ParameterValues><ssv:ParameterSet version="2.0" name="p"><ssv:Parameters>
    %s
    <ssv:Parameter name="five.n"><ssv:Int32 value="5"/></ssv:Parameter>
    <ssv:Parameter name="two.gain"><ssv:Float64 value="10 20"/><ssc:Dimension size="2"/></ssv:Parameter>
    <ssv:Parameter name="two.mode"><ssv:Enumeration value="twice"/></ssv:Parameter>
    <ssv:Parameter name="five.gain"><ssv:Float64 value="1 1 1 1 2"/></ssv:Parameter>
    <ssv:Parameter name="five.length"><ssv:Float64 value="-900" unit="cm"/></ssv:Parameter>
    <ssv:Parameter name="own.length"><ssv:Float64 value="3"/></ssv:Parameter>
  </ssv:Parameters></ssv:ParameterSet></ssd:ParameterValues></ssd:ParameterBinding></ssd:ParameterBindings>
  <ssd:Elements>
    <ssd:Component name="two" source="Line.fmu"/><ssd:Component name="five" source="Line.fmu"/><ssd:Component name="own" source="Line.fmu"/>
    <ssd:Component name="last" source="Line.fmu"/>
  </ssd:Elements>
  <ssd:Connections>
    <ssd:Connection startConnector="m" endElement="two" endConnector="n"/>
    <ssd:Connection startConnector="m" endElement="last" endConnector="n"/>
    <ssd:Connection startElement="last" startConnector="y" endConnector="out"/>
    <ssd:Connection startElement="last" startConnector="y" endConnector="open"/>
    <ssd:Connection startElement="five" startConnector="y" startIndices="2" endElement="last" endConnector="u" endIndices="2">
      <ssc:LinearTransformation factor="2"/></ssd:Connection>
    <ssd:Connection startElement="own" startConnector="y" startIndices="1" endElement="five" endConnector="u" endIndices="2">
      <ssc:LinearTransformation factor="2"/></ssd:Connection>
    <ssd:Connection startElement="own" startConnector="y" startIndices="3" endElement="five" endConnector="u" endIndices="5">
      <ssc:LinearTransformation factor="5"/></ssd:Connection>
  </ssd:Connections></ssd:System>
  <ssd:Units><ssc:Unit name="cm"><ssc:BaseUnit m="1" factor="0.01"/></ssc:Unit></ssd:Units>
  <ssd:DefaultExperiment startTime="0" stopTime="1"/>
</ssd:SystemStructureDescription>
"""
with open("Line.mo", "w") as f:
    f.write(LINE)
subprocess.run(["causeway", "fmu", "Line.mo", "--fmi", "3", "--sizes", "n=2;n=5", "-o", "Line.fmu", "-q"], check=True)
for name, size in (("sizes", '<ssv:Parameter name="m"><ssv:Int32 value="2"/></ssv:Parameter>'), ("none", "")):
    with zipfile.ZipFile(name + ".ssp", "w") as z:
        z.writestr("SystemStructure.ssd", SSD % size if size else (SSD % size).replace('<ssd:Connection startElement="last" startConnector="y" endConnector="out"/>', ""))
        z.write("Line.fmu", "Line.fmu")
