# The full path of a folder that is not there yet: C code of the Modelica library before version 4.1.0 asks realpath for it.
# REQUIRES: tool cc
# RUN: mkdir -p Lib/Resources/C-Sources
# RUN: printf '#include <stdlib.h>\n#include "ModelicaUtilities.h"\nint later(const char *s) { char b[4096]; char *p = realpath(s, b); if (!p) { ModelicaError("no path"); } return p[0] == 47; }\n' > Lib/Resources/C-Sources/ModelicaInternal.c
# RUN: printf 'package Lib function later input String s; output Integer n; external "C" n = later(s) annotation(Library = "ModelicaExternalC"); end later; model Test String s = if time < 0.5 then "not/there/yet" else "Lib"; Integer n = later(s); end Test; end Lib;\n' > Lib/package.mo
# RUN: causeway simulate Lib.Test -L . -o %t.csv
# FINAL: %t.csv n = 1 +- 0
