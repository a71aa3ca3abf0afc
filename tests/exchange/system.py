# REQUIRES: tool cc
# RUN: sh %d/make decay.fmu; python3 %s decay.fmu; causeway simulate chain.ssp -o chain.csv
# CHECK: chain: 0 to 1 s
# ALWAYS: chain.csv abs({c1.u} - 0.5*{c0.x}) < 1e-12
# ALWAYS: chain.csv abs({inner.c2.u} - (2*{c1.x} + 1)) < 1e-9
# FINAL: chain.csv c0.x = 0.36787944 +- 1e-5
# FINAL: chain.csv c1.k = 2 +- 0
# FINAL: chain.csv c1.x = 0.25160786 +- 1e-5
# ALWAYS: chain.csv abs({result} - {inner.c2.y}) < 1e-12
"""Three FMUs, one of them in a system inside, with parameters, transformations and connectors."""
import os
import sys
import zipfile

fmu = sys.argv[1]
SSD = """<?xml version="1.0" encoding="UTF-8"?>
<ssd:SystemStructureDescription xmlns:ssd="http://ssp-standard.org/SSP1/SystemStructureDescription"
    xmlns:ssc="http://ssp-standard.org/SSP1/SystemStructureCommon" version="1.0" name="chain">
  <ssd:System name="chain">
    <ssd:Connectors><ssd:Connector name="result" kind="output"><ssc:Real/></ssd:Connector></ssd:Connectors>
    <ssd:ParameterBindings><ssd:ParameterBinding source="values.ssv"/></ssd:ParameterBindings>
    <ssd:Elements>
      <ssd:Component name="c0" type="application/x-fmu-sharedlibrary" source="resources/decay.fmu"/>
      <ssd:Component name="c1" type="application/x-fmu-sharedlibrary" source="resources/decay.fmu"/>
      <ssd:System name="inner">
        <ssd:Connectors>
          <ssd:Connector name="in" kind="input"><ssc:Real/></ssd:Connector>
          <ssd:Connector name="out" kind="output"><ssc:Real/></ssd:Connector>
        </ssd:Connectors>
        <ssd:Elements>
          <ssd:Component name="c2" type="application/x-fmu-sharedlibrary" source="resources/decay.fmu"/>
        </ssd:Elements>
        <ssd:Connections>
          <ssd:Connection startConnector="in" endElement="c2" endConnector="u"/>
          <ssd:Connection startElement="c2" startConnector="y" endConnector="out"/>
        </ssd:Connections>
      </ssd:System>
    </ssd:Elements>
    <ssd:Connections>
      <ssd:Connection startElement="c0" startConnector="x" endElement="c1" endConnector="u">
        <ssc:LinearTransformation factor="0.5"/></ssd:Connection>
      <ssd:Connection startElement="c1" startConnector="x" endElement="inner" endConnector="in">
        <ssc:LinearTransformation factor="2" offset="1"/></ssd:Connection>
      <ssd:Connection startElement="inner" startConnector="out" endConnector="result"/>
    </ssd:Connections>
  </ssd:System>
  <ssd:DefaultExperiment startTime="0" stopTime="1"/>
</ssd:SystemStructureDescription>
"""
SSV = """<?xml version="1.0" encoding="UTF-8"?>
<ssv:ParameterSet xmlns:ssv="http://ssp-standard.org/SSP1/SystemStructureParameterValues" version="1.0" name="values">
  <ssv:Parameters>
    <ssv:Parameter name="c1.k"><ssv:Real value="2"/></ssv:Parameter>
    <ssv:Parameter name="c0.limit"><ssv:Real value="-1"/></ssv:Parameter>
    <ssv:Parameter name="c1.limit"><ssv:Real value="-1"/></ssv:Parameter>
    <ssv:Parameter name="inner.c2.limit"><ssv:Real value="-1"/></ssv:Parameter>
  </ssv:Parameters>
</ssv:ParameterSet>
"""
with zipfile.ZipFile("inner.fmu", "w") as z:
    for folder, _, files in os.walk(fmu):
        for name in files:
            path = os.path.join(folder, name)
            z.write(path, os.path.relpath(path, fmu))
with zipfile.ZipFile("chain.ssp", "w") as z:
    z.writestr("SystemStructure.ssd", SSD)
    z.writestr("values.ssv", SSV)
    z.write("inner.fmu", "resources/decay.fmu")
