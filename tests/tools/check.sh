# check: one model, a whole library, JSON; a library's faults are named class by class.
# RUN: causeway check %r/examples/pendulum.mo
# CHECK: Pendulum: 5 equations, 5 unknowns
# RUN: causeway check %r/examples/pendulum.mo --json
# CHECK: {"model":"Pendulum","equations":5,"unknowns":5}
# RUN: causeway check Causeway -j 2
# CHECK: {{\d+}} classes checked, {{\d+}} of them models; 0 failed
# RUN: printf 'package P\n  model A\n    Real x = y;\n  end A;\n  model B\n    Real x = 1;\n  end B;\nend P;\n' > P.mo; causeway check P.mo
# EXIT: 2
# CHECK: P.A: failed
# CHECK: P.mo:3:{{\d+}}: error[INST
# CHECK: 3 classes checked, 2 of them models; 1 failed
