// RUN: causeway simulate %s -L %d/library -o %t.csv
// EXIT: 2
// CHECK: :6:10: error[INST0204]: type 'Real' has no attribute 'strat' (MLS 4.9)
// CHECK: hint: did you mean 'start'?
model M
  Real x(strat = 1, fixed = true); // <- start
equation
  der(x) = -x;
end M;
