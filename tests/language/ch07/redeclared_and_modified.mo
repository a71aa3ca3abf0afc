// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0303]
model M
  model A replaceable model T parameter Real x = 1; end T; T t; end A;
  extends A(T(x = 2));
  redeclare model T parameter Real x = 3; end T;
end M;
