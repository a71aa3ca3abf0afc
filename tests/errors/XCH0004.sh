# RUN: cp -r %r/tests/exchange x.fmu; sed -i 's/valueReference="5"/valueReference="five"/' x.fmu/modelDescription.xml; causeway show x.fmu
# EXIT: 2
# CHECK: error[XCH0004]: valueReference="five" of <ScalarVariable> is not a whole number that is allowed here
