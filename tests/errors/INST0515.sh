# RUN: bash %s
# EXIT: 2
# CHECK: error[INST0515]: this reference has more than 64 parts
{ echo "model A0 Real a = 1; end A0;"; for i in $(seq 70); do echo "model A$i A$((i-1)) a; end A$i;"; done
echo "model M A70 a; Real x = a.$(printf 'a.%.0s' $(seq 70))a; end M;"; } > m.mo
causeway check m.mo
