# No compiler for Windows is found where PATH is empty; the message names the package that has one.
# RUN: printf 'model M\n  Real x(start = 1, fixed = true);\nequation\n  der(x) = -x;\nend M;\n' > m.mo
# RUN: PATH=/nowhere %b/causeway fmu m.mo --binary win64 -o m.fmu
# EXIT: 1
# CHECK: error[FMI0006]: no binary for win64 could be made: there is no compiler for it
# CHECK: gcc-mingw-w64-x86-64
