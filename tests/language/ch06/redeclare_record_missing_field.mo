// RUN: causeway check --strict %s
// EXIT: 2
// CHECK: error[INST0940]
model A
  replaceable record R Real a; Real b; end R;
  R r(a = 1, b = 2);
end A;
model M
  record S Real a; end S;
  A x(redeclare record R = S);
end M;
