// Over- and under-determined at once; with these equations nothing is well-determined.
// RUN: causeway explain %s --diagnose
// EXIT: 3
// CHECK: over-determined 3 equations, 2 variables
// CHECK: variables v1, v2
// CHECK: well-determined 0 equations, 0 variables
// CHECK: under-determined 4 equations, 5 variables
// CHECK: variables v3, v4, v5, v6, v7
// RUN: causeway check %s
// EXIT: 3
// CHECK: error[SYM0401]
// CHECK: error[SYM0402]
model Both
  Real v1, v2, v3, v4, v5, v6, v7;
equation
  v1 = time;
  v1 + v2 = 1;
  v1*v2 = 2;
  v2 + v3 = v4;
  v4*v5 = 1;
  v3 + v4 + v5 = v6;
  v5 + v6 = v7;
end Both;
