# RUN: mkdir x.fmu; echo '<fmiModelDescription fmiVersion="2.0"><a b=1/></fmiModelDescription>' > x.fmu/modelDescription.xml; causeway show x.fmu
# EXIT: 2
# CHECK: error[XCH0001]: this is not well-formed XML: the value of an attribute stands in quotes
