// Inputs that are connected with each other alone: what is missing is named.
// RUN: causeway simulate %s M -o %t.csv
// EXIT: 2
// CHECK: error[SYM0402]
// CHECK: hint: no output drives the inputs a.u, b.u; connect a source with one of them
// RUN: causeway check %s Sized
// EXIT: 2
// CHECK: error[INST0590]
// CHECK: hint: the sizes differ: give 3 values, or declare x[2]
block Gain
  input Real u;
  output Real y = 2*u;
end Gain;
connector In = input Real;
block Part
  In u;
  output Real y = 2*u;
end Part;
model M
  Part a, b;
equation
  connect(a.u, b.u);
end M;
model Sized
  Real x[3] = {1, 2};
end Sized;
