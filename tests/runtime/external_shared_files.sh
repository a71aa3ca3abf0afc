# Functions whose Include texts only name files of one IncludeDirectory are one unit: files call each other, and share variables;
# but not one that is linked with a library.
# REQUIRES: tool cc
# RUN: mkdir -p Lib/C; printf 'double keep(double x);\n' > Lib/C/parts.h
# RUN: printf 'static double kept = 5;\ndouble keep(double x) { kept += x; return kept; }\n' > Lib/C/parts.c
# RUN: printf '#include "parts.h"\ndouble twice(double x) { return 2*keep(x); }\n' > Lib/C/twice.c
# RUN: mkdir -p Lib/Resources/Library/linux64; printf 'double other(double x);\n' > Lib/C/other.h
# RUN: printf 'double other(double x) { return x + 100; }\n' > o.c; cc -shared -fPIC -o Lib/Resources/Library/linux64/libOther.so o.c
# RUN: cat > Lib/package.mo < %d/data/SharedFiles.txt; causeway simulate Lib.Test -L . -o %t.csv
# FINAL: %t.csv y = 115 +- 1e-9
