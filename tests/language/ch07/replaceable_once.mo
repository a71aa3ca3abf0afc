// RUN: causeway check --strict %s
// EXIT: 2
// CHECK: error[INST0942]
model M
  model T end T;
  model N parameter Real x = 1; end N;
  model A replaceable T t; end A;
  model B extends A(redeclare T t); end B;
  B b(redeclare N t);
end M;
