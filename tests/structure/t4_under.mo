// Five equations, six variables: v4, v5, v6 are eligible; removing v6 leaves v5 and its equation alone.
// RUN: causeway explain %s --diagnose --strategy remove-variable
// EXIT: 2
// CHECK: well-determined 3 equations, 3 variables
// CHECK: under-determined 2 equations, 3 variables
// CHECK: variables v4, v5, v6
// CHECK: 1. remove the variable {{v[45]}} from Under
// CHECK: 2. remove the variable {{v[45]}} from Under
// CHECK: 3. remove the variable v6 from Under
// CHECK: put behind: the equations left would not be connected with each other
// CHECK-NOT: 4.
// RUN: causeway explain %s --diagnose --strategy couple
// EXIT: 2
// CHECK: 1. remove v6, and let "v5*v6 = 3.0" contain one of v4
// CHECK: 2. remove v6, and let "v2 + v3*v4 = v6" contain one of v5
// RUN: causeway explain %s --diagnose --strategy add-equation
// EXIT: 2
// CHECK: 1. add an equation for v4 in Under; it may contain v1, v2, v3, v5, v6
// CHECK: add an equation for v5 in Under
// CHECK: add an equation for v6 in Under
// RUN: causeway check %s
// EXIT: 2
// CHECK: error[SYM0402]: the model is under-determined: 3 variables have only 2 equations; 1 more needed
model Under
  Real v1, v2, v3, v4, v5, v6;
equation
  v1 + 2*v2 = time;
  v1*v2 = 1;
  v2*v3 = 2;
  v2 + v3*v4 = v6;
  v5*v6 = 3;
end Under;
