// RUN: causeway check --strict %s
// EXIT: 2
// CHECK: error[INST0940]: redeclaration of 'R': class 'M.S' is not a subtype of its constraining type 'A.R' (MLS 7.3.2)
// CHECK: 'a' is of type 'Integer' in 'M.S' ...
// CHECK: ... but of type 'Real' in 'A.R'
model A
  replaceable record R Real a; end R;
  R r(a = 1);
end A;
model M
  record S Integer a; end S;
  A x(redeclare record R = S);
end M;
