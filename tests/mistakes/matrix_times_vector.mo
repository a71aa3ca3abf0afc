// RUN: causeway simulate %s -L %d/library -o %t.csv
// EXIT: 2
// CHECK: :7:15: error[INST0520]: operator * cannot be applied to Real[2, 3] and Integer[2]
// CHECK: hint: the columns of the first must be as many as the rows of the second
model M
  Real a[2, 3] = ones(2, 3);
  Real x[2] = a*{1, 2}; // <- three elements
end M;
