# REQUIRES: tool cc
# RUN: sh %d/make decay.fmu -Dfmi2GetFMUstate=not_there && causeway import decay.fmu --kind cs -q -o Decay.mo
# RUN: printf "model Ring\\n  Decay a(limit = -10), b(limit = -10);\\nequation\\n  a.u = -0.5*b.y;\\n  b.u = 0.3*a.y;\\n  annotation(experiment(StopTime = 1));\\nend Ring;\\n" > Ring.mo
# RUN: causeway simulate Decay.mo Ring.mo Ring -p a.fmi_step=0.01 -p b.fmi_step=0.01 -o ring.csv
# CHECK: is in a loop: its inputs depend on its outputs
# CHECK: it can neither be set back nor has event mode: they are late by one communication step
# FINAL: ring.csv time = 1 +- 0
# An FMU that says it can save its state, and has no function for it: loops are late, the run goes on.
