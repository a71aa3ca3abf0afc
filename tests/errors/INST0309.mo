// RUN: causeway check %s
// EXIT: 0
// CHECK: INST0309.mo:8:3: warning[INST0309]: 'p' is inherited twice with different attributes: the first declaration is kept
model A
  parameter Real p(min = 0) = 1;
end A;
model B
  parameter Real p(min = 1) = 1;
end B;
model M
  extends A;
  extends B;
end M;
