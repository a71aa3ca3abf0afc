# RUN: %b/unit/runtime_input
# CHECK: error[RT0005]:
# The program has no command that sets variables while it simulates: the library has.
