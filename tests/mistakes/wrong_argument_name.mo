// RUN: causeway simulate %s -L %d/library -o %t.csv
// EXIT: 2
// CHECK: :12:18: error[INST0563]: f has no input named v
// CHECK-NOT: internal
model M
  function f
    input Real u;
    output Real y;
  algorithm
    y := 2*u;
  end f;
  Real x = f(v = time); // <- u
end M;
