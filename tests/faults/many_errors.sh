# A broken file does not print ten thousand errors.
# RUN: (echo "model M"; for i in $(seq 1000); do echo "  Real x$i = = 1;"; done; echo "end M;") > m.mo; causeway check m.mo 2>&1 | tail -1; causeway check m.mo > out.txt 2>&1; test $(wc -c < out.txt) -lt 20000
# CHECK: more errors not shown
