# C code that a library names: sources of a library that it uses, and an object of its own where LibraryDirectory points to that one.
# REQUIRES: tool cc
# RUN: mkdir -p Base/Resources/C-Sources Mine/Resources/Include Mine/Resources/Library/linux64
# RUN: printf 'double twice(double x) { return 2 * x; }\n' > Base/Resources/C-Sources/Doubling.c
# RUN: printf 'package Base end Base;\n' > Base/package.mo
# RUN: printf 'extern double twice(double x);\ndouble twice_and_one(double x) { return twice(x) + 1; }\n' > more.c
# RUN: cc -fPIC -c more.c -o more.o && ar rc Mine/Resources/Library/linux64/libMore.a more.o
# RUN: printf 'double twice_and_one(double x);\n' > Mine/Resources/Include/more.h
# RUN: printf 'package Mine function f input Real x; output Real y; external "C" y = twice_and_one(x) annotation(Include = "#include \\"more.h\\"", IncludeDirectory = "modelica://Mine/Resources/Include", LibraryDirectory = "modelica://Base/Resources/Library", Library = {"More", "Doubling"}); end f; model Test Real y = f(time + 3); end Test; annotation(uses(Base)); end Mine;\n' > Mine/package.mo
# RUN: causeway simulate Mine.Test -L . --stop 1 -o %t.csv
# FINAL: %t.csv y = 9 +- 1e-12
