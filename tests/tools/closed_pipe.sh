# Who reads only the beginning of a text is not told that the disk is full.
# RUN: (echo 'model M'; for i in $(seq 3000); do echo "  Real x$i = $i*time;"; done; echo 'end M;') > M.mo
# RUN: causeway explain M.mo 2> said | head -1; cat said; echo "explain said $(wc -c < said) bytes"
# CHECK: model M
# CHECK: explain said 0 bytes
# RUN: causeway flatten M.mo 2> said | head -1; cat said; echo "flatten said $(wc -c < said) bytes"
# CHECK: dae M
# CHECK: flatten said 0 bytes
# RUN: causeway translate M.mo 2> said | head -1; cat said; echo "translate said $(wc -c < said) bytes"
# CHECK: translate said 0 bytes
# RUN: causeway check M.mo M.mo --json 2> said | head -0; cat said | head -3
# CHECK-NOT: room
