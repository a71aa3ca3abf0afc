# RUN: mkdir x.fmu; echo '<fmiModelDescription fmiVersion="1.0" modelName="Old"/>' > x.fmu/modelDescription.xml; causeway show x.fmu
# EXIT: 3
# CHECK: error[XCH0003]: this FMU is of FMI 1.0; FMI 2.0 and 3.0 are read
