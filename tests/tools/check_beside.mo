// The classes that stand beside the last one of a file are checked too.
// RUN: causeway check %s
// EXIT: 2
// CHECK: Wrong: failed
// CHECK: check_beside.mo:{{[0-9]+}}:12: error[INST0502]: y is not declared here
// CHECK: Right: 1 equations, 1 unknowns
connector Pin
  Real v;
  flow Real i;
end Pin;
model Part
  Pin p;
equation
  p.v = p.i;
end Part;
model Wrong
  Real x;
equation
  der(x) = y;
end Wrong;
model Right
  Real z = 1;
end Right;
