# RUN: mkdir x.fmu; causeway show x.fmu
# EXIT: 1
# CHECK: error[XCH0002]: x.fmu is no FMU: it holds no modelDescription.xml
