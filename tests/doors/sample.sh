# RUN: %r/tests/doors/run --build %b --sample 1/8 --jobs 2
# RUN: %r/tests/doors/run --build %b --only 'perfect_coupling|constraint_of_parameters|no_capacitance|two_racks|condition_nearest_state|one_system_whole|air_brake|closed_valve|recompiled'
# REQUIRES: release
# TIMEOUT: 300
# Every interface gives the answer of the program: a sample of all cases, and those that once differed.  The whole:
# tests/doors/run --doors all
