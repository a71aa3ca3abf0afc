# REQUIRES: tool cc
# RUN: sh %r/tests/exchange/make x.fmu -DMISBEHAVE_DEPENDENCY; causeway check x.fmu
# EXIT: 2
# CHECK: error[XCH0009]: as model exchange: "y" does not depend on "x" with a constant factor, as is said
# CHECK: error[XCH0009]: as model exchange: the derivative of "y" with respect to "x" is told as 1, and is 1.2 by differences
