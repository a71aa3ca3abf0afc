# RUN: causeway fmu %d/Linked.mo Linked.Source -o source.fmu -q && python3 %s && causeway simulate many.ssp -o many.csv
# RUN: causeway simulate many.ssp --in-process -o again.csv
# FINAL: many.csv c69.T = 303 +- 1e-9
# FINAL: many.csv c0.T = 301 +- 1e-9
# FINAL: again.csv c69.T = 303 +- 1e-9
# RUN: causeway fmu Crash.mo -o source.fmu -q 2> /dev/null && python3 %s && causeway simulate many.ssp -o none.csv
# EXIT: 4
# CHECK: the FMU crashed in fmi2GetReal
"""More components than there are processes for: several share one; what crashes in one ends the run with a message."""
import zipfile

with open("Crash.mo", "w") as f:
    f.write("""model Crash
  function crash
    input Real x;
    output Real y;
  external "C" y = crash_now(x) annotation(Include = "static double crash_now(double x) { volatile int *p = 0; return x > 2.5 ? x + *p : x; }");
  end crash;
  parameter Real rate = 1;
  Real y = crash(rate + time);
end Crash;""")

parts = "".join('<ssd:Component name="c%d" source="resources/source.fmu"/>' % i for i in range(70))
with zipfile.ZipFile("many.ssp", "w") as z:
    z.writestr("SystemStructure.ssd", '<?xml version="1.0" encoding="UTF-8"?><ssd:SystemStructureDescription '
               'xmlns:ssd="http://ssp-standard.org/SSP1/SystemStructureDescription" version="1.0" name="x"><ssd:System name="x">'
               '<ssd:ParameterBindings><ssd:ParameterBinding><ssd:ParameterValues><ssv:ParameterSet xmlns:ssv="http://ssp-standard.org/SSP1/'
               'SystemStructureParameterValues" version="1.0" name="p"><ssv:Parameters><ssv:Parameter name="c69.rate"><ssv:Real value="3"/>'
               '</ssv:Parameter></ssv:Parameters></ssv:ParameterSet></ssd:ParameterValues></ssd:ParameterBinding></ssd:ParameterBindings><ssd:Elements>'
               + parts + '</ssd:Elements></ssd:System><ssd:DefaultExperiment startTime="0" stopTime="1"/></ssd:SystemStructureDescription>')
    z.write("source.fmu", "resources/source.fmu")
