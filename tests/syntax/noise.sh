# Binary noise and truncated files: a few messages, exit code 2, no crash.
# RUN: python3 -c "import random, sys; random.seed(1); sys.stdout.buffer.write(bytes(random.randrange(256) for i in range(20000)))" > noise.mo; causeway format noise.mo
# EXIT: 2
# RUN: head -c 700 %r/modelica/Causeway/Electrical.mo > cut.mo; causeway format cut.mo
# EXIT: 2
# RUN: : > empty.mo; causeway format empty.mo
# CHECK: does not look like a Modelica text
# CHECK: cut.mo:
