# REQUIRES: tool cc
# RUN: python3 %s %d three.fmu; causeway simulate three.fmu --kind cs --stop 1 -o small.csv; causeway simulate three.fmu --kind cs -p n=3 --stop 1 -o grown.csv
# FINAL: small.csv s = 3 +- 1e-12
# FINAL: grown.csv a[3] = 0 +- 0
# RUN: causeway simulate three.fmu --kind cs -p n=3 -p 'a={1, 2, 4}' --stop 1 -o given.csv
# FINAL: given.csv s = 7 +- 1e-12
# RUN: causeway simulate three.fmu --kind cs -p n=20
# EXIT: 2
# CHECK: error[TOOL0008]: n=20: the structural parameter does not take this value
# RUN: causeway import three.fmu --kind cs -p n=4 --step 0.05 -o Three.mo; causeway simulate Three.mo %d/Texts.mo -o texts.csv
# FINAL: texts.csv n = 2 +- 0
# VALUE: texts.csv n(0.3) = 1 +- 0
# FINAL: texts.csv bytes = 1 +- 0
# FINAL: texts.csv f.s = 10 +- 1e-9
# RUN: printf 'time,asked\n0,0\n1.1,0\n1.1,1\n1.7,1\n1.7,2\n3,2\n' > asked.csv; causeway simulate three.fmu --kind se --stop 3 --input asked.csv -o clocks.csv
# VALUE: clocks.csv count1(2.9) = 6 +- 0
# VALUE: clocks.csv count2(1.25) = 1 +- 0
# VALUE: clocks.csv count2(1.15) = 0 +- 0
# VALUE: clocks.csv count2(2.9) = 2 +- 0
# VALUE: clocks.csv count3(2.9) = 2 +- 0
# VALUE: clocks.csv out(2.9) = 5 +- 0
# RUN: causeway simulate three.fmu --kind cs --stop 3 --input asked.csv -o events.csv
# VALUE: events.csv count1(2.9) = 6 +- 0
# VALUE: events.csv count2(1.25) = 1 +- 0
# VALUE: events.csv count2(2.9) = 2 +- 0
# VALUE: events.csv count3(2.9) = 2 +- 0
"""The FMU of three.c."""
import os
import subprocess
import sys

here, fmu = sys.argv[1:]
os.makedirs(fmu + "/binaries/x86_64-linux")
subprocess.run(["cc", "-shared", "-fPIC", "-fvisibility=hidden", here + "/three.c", "-o", fmu + "/binaries/x86_64-linux/three.so"],
               check=True)
with open(fmu + "/modelDescription.xml", "w") as f:
    f.write("""<?xml version="1.0" encoding="UTF-8"?>
<fmiModelDescription fmiVersion="3.0" modelName="Three" instantiationToken="{three}">
  <CoSimulation modelIdentifier="three" hasEventMode="true" canHandleVariableCommunicationStepSize="true"/>
  <ScheduledExecution modelIdentifier="three"/>
  <DefaultExperiment startTime="0" stopTime="1" stepSize="0.1"/>
  <ModelVariables>
    <Float64 name="time" valueReference="0" causality="independent" variability="continuous"/>
    <UInt64 name="n" valueReference="1" causality="structuralParameter" variability="fixed" start="2" max="8"/>
    <Float64 name="a" valueReference="2" causality="parameter" variability="fixed" start="1 2">
      <Dimension valueReference="1"/></Float64>
    <Float64 name="s" valueReference="3" causality="output"/>
    <String name="text" valueReference="4" causality="input"><Start value="first"/></String>
    <String name="same" valueReference="5" causality="output"/>
    <Binary name="bytes" valueReference="6" causality="input"><Start value="00ff"/></Binary>
    <Binary name="sameBytes" valueReference="7" causality="output"/>
    <Clock name="every" valueReference="8" causality="input" intervalVariability="constant" intervalDecimal="0.5" priority="1"/>
    <Clock name="down" valueReference="9" causality="input" intervalVariability="countdown" priority="2"/>
    <Clock name="asked" valueReference="10" causality="input" intervalVariability="triggered" priority="3"/>
    <Clock name="out" valueReference="11" causality="output" intervalVariability="triggered"/>
    <Int32 name="count1" valueReference="12" causality="output"/>
    <Int32 name="count2" valueReference="13" causality="output"/>
    <Int32 name="count3" valueReference="14" causality="output"/>
  </ModelVariables>
  <ModelStructure>
    <Output valueReference="3"/><Output valueReference="5"/><Output valueReference="7"/><Output valueReference="11"/>
    <Output valueReference="12"/><Output valueReference="13"/><Output valueReference="14"/>
    <InitialUnknown valueReference="3"/><InitialUnknown valueReference="5"/><InitialUnknown valueReference="7"/>
    <InitialUnknown valueReference="12"/><InitialUnknown valueReference="13"/><InitialUnknown valueReference="14"/>
  </ModelStructure>
</fmiModelDescription>
""")
