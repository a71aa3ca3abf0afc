# SIGTERM ends a run as Ctrl-C does; neither leaves temporary files behind, also while cc works in the background or the foreground.
# REQUIRES: tool cc
# RUN: mkdir tmp; export TMPDIR=$PWD/tmp; (causeway simulate %d/interrupt.mo -o %t.csv --stop 1e9 --interval 0.1 -q & pid=$!; sleep 1.2; kill -TERM $pid; wait $pid); code=$?; echo left: $(ls tmp | wc -l); exit $code
# EXIT: 5
# CHECK: interrupted
# CHECK: left: 0
# VALUE: %t.csv x(0.5) = 0.479425538604 +- 1e-4
# RUN: printf '#!/bin/bash\nsleep 5\n' > slow; chmod +x slow; export TMPDIR=$PWD/tmp CC=$PWD/slow CAUSEWAY_CACHE=$PWD/cache; (setsid causeway simulate %d/external_leaks.mo -o x.csv & pid=$!; sleep 0.5; kill -TERM -- -$pid; wait $pid); echo ended; echo left: $(ls tmp | wc -l)
# CHECK: ended
# CHECK: left: 0
