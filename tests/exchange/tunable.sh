# RUN: printf "model Moved\n  parameter Real k = 1, start = 1;\n  parameter Boolean on = true;\n  Real x(start = start, fixed = true);\n  output Real y = if on then x else -1;\nequation\n  der(x) = -k*x;\n  annotation(experiment(StopTime = 2, Interval = 0.1));\nend Moved;\n" > Moved.mo; printf "time,k,on\n0,1,1\n1,3,1\n1.5,3,0\n2,3,0\n" > moves.csv
# RUN: causeway fmu Moved.mo -o two.fmu -q && causeway fmu Moved.mo --fmi 3 -o three.fmu -q
# RUN: for v in two three; do for k in me cs; do causeway simulate $v.fmu --kind $k --input moves.csv -o $v.$k.csv -q; done; done
# x falls at the rate 1 for a second, then at 3: exp(-1 - 3)
# FINAL: two.me.csv x = 0.018315639 +- 1e-5
# FINAL: two.cs.csv x = 0.018315639 +- 1e-5
# FINAL: three.me.csv x = 0.018315639 +- 1e-5
# FINAL: three.cs.csv x = 0.018315639 +- 1e-5
# FINAL: two.me.csv y = -1 +- 0
# FINAL: three.cs.csv y = -1 +- 0
# VALUE: three.me.csv y(1.2) = 0.4 +- 0.5
# RUN: causeway import three.fmu --tunable k -q -o Moved2.mo && grep -c 'RealInput k' Moved2.mo
# CHECK: 1
# RUN: causeway simulate two.fmu --tunable start -o none.csv
# EXIT: 2
# CHECK: error[TOOL0008]: start is no tunable parameter of the FMU
# RUN: causeway sweep three.fmu -p k=1:1:2 --record x -o sweep.csv && cut -c1-12 sweep.csv
# EXIT: 0
# CHECK: three.fmu: 2 runs, 0 resumed, 0 failed
# Tunable parameters moved while an FMU runs, by columns of a file; as inputs of a block.
