# A clone or an unpacked archive has any name: the library is called as its text says, where the user names its folder.
# RUN: mkdir -p Lib-main; printf 'package Lib\n  constant Real c = 2;\nend Lib;\n' > Lib-main/package.mo; printf 'within Lib;\nmodel A\n  Real x = c*time;\nend A;\n' > Lib-main/A.mo; causeway check Lib-main/package.mo
# RUN: causeway check Lib-main/A.mo
# RUN: causeway check -L Lib-main Lib.A
# RUN: causeway check --strict Lib-main/package.mo
# EXIT: 2
# RUN: mkdir data; echo 'x' > data/t.txt; printf 'within Lib;\nmodel B\n  function count input String name; output Integer n; external "C" n = ModelicaInternal_countLines(name); end count;\n  parameter Integer n = count("modelica://Lib/../data/t.txt");\n  Real x[n + 1] = fill(time, n + 1);\nend B;\n' > Lib-main/B.mo; mv Lib-main Lib; causeway check -L . Lib.B
# CHECK: 2 classes checked, 1 of them models; 0 failed
# CHECK: Lib.A: 1 equations, 1 unknowns
# CHECK: warning[LIB0005]: the folder {{.*}}Lib-main' holds the library 'Lib': it is taken by that name
# CHECK: Lib.A: 1 equations, 1 unknowns
# CHECK: error[LIB0005]
# CHECK: Lib.B: 2 equations, 2 unknowns
