# RUN: causeway fmu %d/Linked.mo Linked.Source -o source.fmu -q && python3 %s && causeway simulate many.ssp -o many.csv
# CHECK: warning[XCH0023]: 70 components are too many for a process each: they run in that of the simulation
# RUN: causeway simulate many.ssp --in-process -o again.csv > said.txt 2>&1; grep -c XCH0023 said.txt || true
# CHECK: 0
# FINAL: many.csv c69.T = 301 +- 1e-9
"""More components than there are processes for."""
import zipfile

parts = "".join('<ssd:Component name="c%d" source="resources/source.fmu"/>' % i for i in range(70))
with zipfile.ZipFile("many.ssp", "w") as z:
    z.writestr("SystemStructure.ssd", '<?xml version="1.0" encoding="UTF-8"?><ssd:SystemStructureDescription '
               'xmlns:ssd="http://ssp-standard.org/SSP1/SystemStructureDescription" version="1.0" name="x"><ssd:System name="x"><ssd:Elements>'
               + parts + '</ssd:Elements></ssd:System><ssd:DefaultExperiment startTime="0" stopTime="1"/></ssd:SystemStructureDescription>')
    z.write("source.fmu", "resources/source.fmu")
