// A modifier of what the class lacks, in an array without elements.
// RUN: causeway check %s A
// CHECK: warning[INST0205]: class 'C' has no element 'n' to modify
// RUN: causeway check %s B
// EXIT: 2
// CHECK: error[INST0205]: class 'C' has no element 'n' to modify
// RUN: causeway check --strict %s A
// EXIT: 2
// CHECK: error[INST0205]
connector C
  Real v;
  flow Real i;
end C;
model A
  parameter Integer k = 0;
  C c[k](each n = 3);
end A;
model B
  parameter Integer k = 1;
  C c[k](each n = 3);
end B;
