# Functions whose Include texts only name files of one IncludeDirectory are one unit: files call each other, and share variables.
# REQUIRES: tool cc
# RUN: mkdir -p Lib/C; printf 'double keep(double x);\n' > Lib/C/parts.h
# RUN: printf 'static double kept = 5;\ndouble keep(double x) { kept += x; return kept; }\n' > Lib/C/parts.c
# RUN: printf '#include "parts.h"\ndouble twice(double x) { return 2*keep(x); }\n' > Lib/C/twice.c
# RUN: cat > Lib/package.mo < %d/data/SharedFiles.txt; causeway simulate Lib.Test -L . -o %t.csv
# FINAL: %t.csv y = 15 +- 1e-9
