# RUN: bash %s
# EXIT: 2
# CHECK: error[INST0534]: this expression is nested deeper than 2000 levels
{ echo "model M constant Integer a0 = 1;"; for i in $(seq 1500); do echo "constant Integer a$i = a$((i-1)) + 1;"; done; echo "Real x[a1500]; end M;"; } > m.mo
causeway check m.mo
