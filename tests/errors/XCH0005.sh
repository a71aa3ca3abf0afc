# RUN: cp -r %r/tests/exchange x.fmu; sed -i 's/<Unknown index="5" dependencies.*//' x.fmu/modelDescription.xml; causeway check x.fmu
# EXIT: 2
# CHECK: error[XCH0005]: "y" is an output and is missing in ModelStructure
