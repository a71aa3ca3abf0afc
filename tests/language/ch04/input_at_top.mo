// Inputs at the top of a model are known from outside.
// RUN: causeway flatten %s
// CHECK: input Real u
model M
  input Real u(start = 1);
  output Real y = 2 * u;
end M;
