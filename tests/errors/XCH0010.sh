# RUN: cp -r %r/tests/exchange x.fmu; sed -i '/<CoSimulation/,/>/d' x.fmu/modelDescription.xml; causeway simulate x.fmu --kind cs
# EXIT: 3
# CHECK: error[XCH0010]: x.fmu has no co-simulation
