# Results that cannot be written: exit code, place and remedy are named.
# RUN: causeway flatten %r/tests/dae/decay.dae -o /dev/full
# EXIT: 1
# CHECK: /dev/full could not be written completely: No space left on device
# CHECK: hint: make room on the disk
# RUN: causeway flatten %r/tests/dae/decay.dae -o /no/such/folder/x.dae
# EXIT: 1
# CHECK: cannot write /no/such/folder/x.dae: No such file or directory
# RUN: causeway flatten %r/tests/dae/decay.dae > /dev/full
# EXIT: 1
# CHECK: could not be written completely
# RUN: CAUSEWAY_FAIL_ALLOCATION=20 causeway flatten %r/tests/dae/decay.dae
# EXIT: 70
# CHECK: out of memory
