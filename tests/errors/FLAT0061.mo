// RUN: causeway check --strict %s
// EXIT: 2
// CHECK: FLAT0061.mo:5:13: error[FLAT0061]: 'b' changes at events only, but what this gives it changes between events (MLS 3.8.4)
model FLAT0061
  Boolean b = noEvent(time > 0.5);
end FLAT0061;
