// A class that is defined twice, with another class behind it.
// RUN: causeway check %s
// EXIT: 2
// CHECK: error[LIB0006]: class 'A' is defined twice
// RUN: causeway simulate %s -o %t.csv
// EXIT: 2
model A
  Real x = time;
end A;
model A
  Real x = 2;
end A;
model M
  Real y = time;
end M;
