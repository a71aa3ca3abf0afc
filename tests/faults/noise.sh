# Binary noise, emptiness and cut-off text are syntax errors with a place.
# RUN: head -c 100000 /dev/urandom > noise.mo; causeway check noise.mo
# EXIT: 2
# CHECK: noise.mo:{{\d+}}:{{\d+}}: error[SYN
# RUN: : > empty.mo; causeway check empty.mo
# EXIT: 2
# CHECK: empty.mo
# RUN: head -c 300 %r/bench/models/ladder.mo > cut.mo; causeway check cut.mo
# EXIT: 2
# CHECK: cut.mo:{{\d+}}:{{\d+}}: error[SYN
# RUN: printf 'model M\n  Real x\nequation\n  x = 1;\nend M;\n' > semicolon.mo; causeway check semicolon.mo
# EXIT: 2
# CHECK: semicolon.mo:
# RUN: head -c 100000 /dev/urandom > noise.dae; causeway flatten noise.dae
# EXIT: 2
# CHECK: noise.dae:
# RUN: mkdir folder.mo; causeway check folder.mo
# EXIT: 2
# CHECK: folder.mo
