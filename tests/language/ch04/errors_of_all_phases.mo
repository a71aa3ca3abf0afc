// What is wrong in declarations, values and equations is said in one run, and each cause once.
// RUN: causeway check %s
// EXIT: 2
// CHECK: errors_of_all_phases.mo:29:10: error[INST0204]: type 'Real' has no attribute 'strat'
// CHECK: errors_of_all_phases.mo:20:3: error[INST0112]: there is no class named 'Missing' here
// CHECK: errors_of_all_phases.mo:31:3: error[INST0502]: q is not declared here
// CHECK: errors_of_all_phases.mo:12:12: error[INST0590]: value of x: expected Real, found String
// CHECK: errors_of_all_phases.mo:17:7: error[INST0502]: zz is not declared here
// CHECK-NOT: m.x
// CHECK-NOT: m.y
model A
  Real x = "text";
end A;
model B
  Real y;
equation
  y = zz + 1;
end B;
model C
  Missing m;
  Real q = m.x;
equation
  m.y = 3;
end C;
model M
  A a;
  B b;
  C c;
  Real w(strat = 3) = 1;
equation
  q = 3;
end M;
