# RUN: %b/unit/runtime_saved
# CHECK: error[RT0006]:
# The program has no command that restores runs: the library has.
