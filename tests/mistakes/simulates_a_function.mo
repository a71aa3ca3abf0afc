// RUN: causeway simulate %s -L %d/library -o %t.csv
// EXIT: 2
// CHECK: :5:10: error[TOOL0015]: F is a function, not a model
// CHECK: hint: use it in a model, and name that
function F // <- a function has no behaviour of its own
  input Real x;
  output Real y;
algorithm
  y := x;
end F;
