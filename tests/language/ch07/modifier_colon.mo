// RUN: causeway simulate %s -o %t.csv
// CHECK: warning[SYN0034]: a modifier cannot have subscripts
// FINAL: a.y = 7 +- 1e-12
// RUN: causeway check --strict %s
// EXIT: 2
// CHECK: error[SYN0034]
model M
  model A
    parameter Real t[:, :] = zeros(1, 1);
    Real y = sum(t);
  end A;
  A a(t[:, :] = [1, 2; 1, 3]);
end M;
