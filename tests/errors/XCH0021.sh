# REQUIRES: tool cc
# RUN: sh %r/tests/exchange/make decay.fmu; python3 %r/tests/exchange/system.py decay.fmu; python3 -m zipfile -e chain.ssp x; sed -i s/c1.k/c9.k/ x/values.ssv; cd x; python3 -m zipfile -c ../y.ssp SystemStructure.ssd values.ssv resources; cd ..; causeway simulate y.ssp -o y.csv
# CHECK: warning[XCH0021]: the parameter "c9.k" of a parameter set is in no component
