# Where external code is found: C sources, headers and built libraries in the Resources of a package, or in folders of the annotations.
# REQUIRES: tool cc
# RUN: mkdir -p Lib/Resources/Include Lib/Resources/Library/linux64 Lib/Resources/C-Sources Lib/Extra/Headers Lib/Extra/Objects
# RUN: printf 'static double from_header(double x) { return x + 1; }\n' > Lib/Resources/Include/own.h
# RUN: printf 'double from_object(double x) { return x + 10; }\n' > o.c; cc -shared -fPIC -o Lib/Resources/Library/linux64/libOwn.so o.c
# RUN: printf 'double from_source(double x) { return x + 100; }\n' > Lib/Resources/C-Sources/OwnSource.c
# RUN: printf '#define FAR 1000\n' > Lib/Extra/Headers/far.h; printf 'double from_archive(double x) { return x + 10000; }\n' > a.c; cc -c -fPIC -o a.o a.c; ar rcs Lib/Extra/Objects/libFar.a a.o
# RUN: cat > Lib/package.mo < %d/data/ExternalFolders.txt; causeway simulate Lib.Test -L . -o %t.csv
# FINAL: %t.csv y = 11111 +- 1e-9
# RUN: printf 'double from_source(double x) { return x + 200; }\n' > Lib/Resources/C-Sources/OwnSource.c; causeway simulate Lib.Test -L . -o %t.2.csv
# FINAL: %t.2.csv y = 11211 +- 1e-9
# RUN: rm Lib/Resources/Library/linux64/libOwn.so; causeway simulate Lib.Test -L . -o x.csv
# EXIT: 3
# CHECK: from_object
