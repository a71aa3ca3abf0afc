// A parameter of a record that is named through the class has the value of its declaration.
// RUN: causeway simulate %s M -o %t.csv --stop 1
// CHECK: warning[INST0505]: Prm.N is not a constant: the value of its declaration is taken (MLS 5.3.2)
// FINAL: s = 30 +- 1e-9
// FINAL: y = 7 +- 1e-9
// RUN: causeway check --strict %s M
// EXIT: 2
// CHECK: error[INST0115]
// RUN: causeway check %s Unknown
// EXIT: 2
// CHECK: error[INST0505]
record Prm
  parameter Integer N = 3;
  parameter Real w[2] = {4, 6};
  parameter Real open;
end Prm;
model M
  function f
    input Real u;
    output Real y;
  algorithm
    y := u + Prm.w[1];
  end f;
  Real x[Prm.N] = fill(time, Prm.N);
  Real s = sum(x)*sum(Prm.w);
  Real y = f(Prm.N);
end M;
model Unknown
  Real x = Prm.open;
end Unknown;
