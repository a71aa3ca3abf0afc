# RUN: bash %s
# EXIT: 2
# CHECK: error[INST0405]: components are nested too deeply
{ echo "model A0 Real a = 1; end A0;"; for i in $(seq 700); do echo "model A$i A$((i-1)) a; end A$i;"; done; } > m.mo
causeway check m.mo
