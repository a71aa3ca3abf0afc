// RUN: causeway simulate %s -L %d/library -o %t.csv
// EXIT: 2
// CHECK: :9:20: error[SYM0402]: the model is under-determined: 4 variables have only 3 equations; 1 more needed
// CHECK: hint: no output drives f.u; connect a source with it
// RUN: causeway check %s -L %d/library
// EXIT: 2
// CHECK: :9:20: error[SYM0402]: the model is under-determined: 4 variables have only 3 equations; 1 more needed
model M
  Parts.FirstOrder f(T = 1); // <- u is not connected
  Parts.Gain g(k = 2);
equation
  connect(f.y, g.u);
end M;
