# A folder called like the library in it is not the library: the word means the class, found through -L.
# RUN: mkdir -p Lib/Lib && printf 'package Lib\n  model M\n    Real x = 1;\n  end M;\nend Lib;\n' > Lib/Lib/package.mo
# RUN: causeway check Lib -L Lib
# CHECK: 2 classes checked, 1 of them models; 0 failed
# RUN: cd Lib && causeway check Lib
# CHECK: 2 classes checked, 1 of them models; 0 failed
