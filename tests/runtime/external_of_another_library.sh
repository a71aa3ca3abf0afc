# Sources of a library that annotations of a function in another library point to, and addresses of files by element of an array.
# REQUIRES: tool cc
# RUN: mkdir -p Lib/Resources/C-Sources User/Resources/Data
# RUN: printf '#include "far.h"\ndouble from_source(double x) { return x + FAR; }\n' > Lib/Resources/C-Sources/OwnSource.c; printf '#define FAR 100\n' > Lib/Resources/C-Sources/far.h
# RUN: printf 'package Lib end Lib;\n' > Lib/package.mo; printf 'one' > User/Resources/Data/a.txt; printf 'three' > User/Resources/Data/b.txt
# RUN: cat > User/package.mo < %d/data/AnotherLibrary.txt; causeway simulate User.Test -L . -o %t.csv
# FINAL: %t.csv y = 108 +- 1e-9
