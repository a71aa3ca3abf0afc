// RUN: causeway check %s
// EXIT: 2
// CHECK: error[FLAT0039]: this loop has too many iterations
model FLAT0039
  Real x = 1;
equation
  for i in 1:3000000000 loop
    assert(x > i, "never");
  end for;
end FLAT0039;
