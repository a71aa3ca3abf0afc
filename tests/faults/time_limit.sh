# --timeout covers what happens before a run, in every command; nothing is left behind.
# RUN: printf 'model M\n  constant Integer n = sum(mod(i*j, 7) for i in 1:100000, j in 1:100000);\n  Real x[n] = fill(time, n);\nend M;\n' > M.mo
# RUN: for c in simulate check flatten explain translate; do timeout 20 causeway $c M.mo --timeout 1; echo exit $?; done
# CHECK-NOT: exit 124
# CHECK-NOT: exit 0
# RUN: mkfifo pipe; mkdir tmp; (sleep 30 > pipe) & TMPDIR=$PWD/tmp timeout 20 causeway check pipe --timeout 1 --diagnostics json; code=$?; kill %1; ls tmp; exit $code
# EXIT: 5
# CHECK: "code":"TOOL0040"
# RUN: printf '#!/bin/sh\necho started >> %t.cc\nsleep 20\n' > slow; chmod +x slow; printf 'model E\n  Real x = time;\nend E;\n' > E.mo; TMPDIR=$PWD/tmp CC=./slow timeout 10 causeway simulate E.mo --no-cache --compile cc --timeout 1 -o E.csv; code=$?; ls tmp; cat %t.cc; exit $code
# EXIT: 5
# CHECK: error[TOOL0040]: the time limit of 1 s was reached
# CHECK: started
# CHECK-NOT: causeway.
