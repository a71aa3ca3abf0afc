# RUN: cp -r %r/tests/exchange x.fmu; sed -i 's/start="1" unit="s-1"/start="-1" unit="s-1"/' x.fmu/modelDescription.xml; causeway check x.fmu
# CHECK: warning[XCH0006]: the start value -1 of "k" is below its min of 0
