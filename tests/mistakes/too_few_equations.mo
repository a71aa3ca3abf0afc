// RUN: causeway simulate %s -L %d/library -o %t.csv
// EXIT: 2
// CHECK: :6:11: error[TOOL0016]: nothing determines y: it occurs in no equation
// CHECK: hint: give it an equation or a binding, or declare it as parameter or input
model M
  Real x, y; // <- y has no equation
equation
  x = time;
end M;
