// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0306]
model M
  model A parameter Real x = 1; end A;
  model B parameter Integer x = 1; end B;
  extends A;
  extends B;
end M;
