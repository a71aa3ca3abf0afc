# Files that were written where their names do not tell capitals, or have eight letters: the text says how a class is called.
# RUN: mkdir -p Lib; printf 'package Lib\nend Lib;\n' > Lib/package.mo; printf 'within Lib;\npackage Parts\n  model A\n    Real x = time;\n  end A;\nend Parts;\n' > Lib/parts.mo; printf 'within Lib;\nmodel Component\n  Parts.A a;\nend Component;\n' > Lib/componen.mo; causeway check Lib.Component -L .
# CHECK: Lib.Component: 1 equations, 1 unknowns
# CHECK: warning[LIB0005]: the file {{.*}}componen.mo' defines the class 'Component': it is taken by that name
# RUN: causeway check Lib -L .
# CHECK: 4 classes checked, 2 of them models; 0 failed
# RUN: causeway check Lib.Component -L . --strict
# EXIT: 1
# RUN: mkdir other; printf 'package OtherLib\n  constant Real c = 1;\nend OtherLib;\n' > other/OtherLIB.mo; printf 'model M\n  Real x = OtherLib.c*time;\nend M;\n' > M.mo; causeway check M.mo -L other
# CHECK: M: 1 equations, 1 unknowns
