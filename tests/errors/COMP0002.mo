// RUN: CC=/bin/false causeway simulate %s --compile cc --no-cache -o %t.csv
// EXIT: 70
// CHECK: error[COMP0002]: generated code does not compile (
model M
  Real x = time;
end M;
