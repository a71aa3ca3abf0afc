// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0624]
model M
  record R Real a; Real b; end R;
  record S Real a; Real c; end S;
  R r = R(1, 2);
  S s;
equation
  s = r;
end M;
