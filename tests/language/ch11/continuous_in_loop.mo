// RUN: causeway check %s
// EXIT: 2
// CHECK: error[FLAT0061]: 'i' changes at events only
model ContinuousInLoop
  Integer i;
  Real delta;
algorithm
  i := 1;
  delta := time;
  while noEvent(delta >= 1e-6) loop
    i := i + 1;
    delta := delta - 0.1;
  end while;
end ContinuousInLoop;
