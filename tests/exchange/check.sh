# REQUIRES: tool cc
# What an FMU is; a sound one; ones that crash, end the process, lose memory, or do not come back as they were.
# REQUIRES: release
# RUN: sh %d/make good.fmu; causeway show good.fmu
# CHECK: Decay: FMI 2.0, model exchange, co-simulation
# CHECK: experiment: from 0, to 2, step 0.01
# CHECK: 1 states, 1 event indicators, 12 variables
# CHECK: x Real output continuous = 1 [K] "what decays"
# RUN: causeway show good.fmu --json | python3 -c 'import json, sys; d = json.load(sys.stdin); print(d["outputs"][1], d["variables"][2]["derivative_of"])'
# CHECK: {'name': 'y', 'depends': ['x', 'u']} x
# RUN: causeway check good.fmu
# CHECK: 0 rules broken; the binary contradicts its description in 0 points (model exchange, co-simulation)
# RUN: cd good.fmu && python3 -m zipfile -c ../zipped.fmu modelDescription.xml binaries && cd .. && causeway check zipped.fmu
# CHECK: in 0 points (model exchange, co-simulation)
# RUN: sh %d/make bad.fmu -DMISBEHAVE_CRASH; causeway check bad.fmu
# EXIT: 2
# CHECK: it cannot be initialised with its start values: the FMU crashed in fmi2EnterInitializationMode (Segmentation fault)
# RUN: sh %d/make bad.fmu -DMISBEHAVE_EXIT; causeway check bad.fmu
# EXIT: 2
# CHECK: the FMU ended its process in fmi2EnterInitializationMode, with code 3
# RUN: sh %d/make bad.fmu -DMISBEHAVE_STATE; causeway check bad.fmu
# EXIT: 2
# CHECK: as co-simulation: behind a restored state it does not go on as before, bit for bit
# RUN: sh %d/make bad.fmu -DMISBEHAVE_LEAK; causeway check bad.fmu
# CHECK: warning[XCH0006]: as model exchange: each instance that is made and freed leaves {{[0-9]+}} bytes behind
#
# What we write keeps the rules too.
# RUN: for v in 2 3; do causeway fmu %r/examples/bouncing_ball.mo --fmi $v -o ours$v.fmu; causeway check ours$v.fmu; done
# CHECK: in 0 points (model exchange, co-simulation)
# CHECK: in 0 points (model exchange, co-simulation)
