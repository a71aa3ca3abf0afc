// RUN: causeway explain %s
// CHECK: nonlinear system of 98 equations, torn to {{[12]}}
// CHECK: constant linear system of {{[0-9]+}} equations, torn to {{[0-9]+}}, inside
// RUN: causeway explain %s --json
// CHECK: "inner":[{"system":{"linear":true,"constant":true
// RUN: causeway simulate %s -o %t.mat --check-jacobian --no-cache
// CHECK: , 0 wrong
// RUN: causeway simulate %s -o %t_ida.mat --solver ida --no-cache
// RUN: causeway simulate %s -o %t_whole.mat --no-tearing
// RUN: causeway compare %t.mat %t_whole.mat --tolerance 1e-7
// CHECK: 0 different, 0 missing
// RUN: causeway compare %t_ida.mat %t_whole.mat --tolerance 1e-4
// CHECK: 0 different, 0 missing
model NestedDiodes "N x N nodes with resistors between neighbours, two diodes to ground: two levels of tearing"
  parameter Integer N = 6;
  parameter Real G = 1e-2, Is = 1e-9, Vt = 0.04;
  parameter Real R[N] = {1 + 0.1*i for i in 1:N};
  Real v[N, N], h[N, N - 1], w[N - 1, N], i1(start = 0), i2(start = 0);
  Real x(start = 0, fixed = true);
equation
  der(x) = 1 - x + 0.01*v[N, N];
  for i in 1:N loop
    for j in 1:N - 1 loop
      v[i, j] - v[i, j + 1] = R[i]*h[i, j];
    end for;
  end for;
  for i in 1:N - 1 loop
    for j in 1:N loop
      v[i, j] - v[i + 1, j] = R[j]*w[i, j];
    end for;
  end for;
  for i in 1:N loop
    for j in 1:N loop
      (if j > 1 then h[i, j - 1] else 0) - (if j < N then h[i, j] else 0) + (if i > 1 then w[i - 1, j] else 0)
        - (if i < N then w[i, j] else 0) = G*v[i, j] - (if i == 1 and j == 1 then x else 0)
        + (if i == N and j == N then i1 else 0) + (if i == 2 and j == N then i2 else 0);
    end for;
  end for;
  i1 = Is*(exp(v[N, N]/Vt) - 1);
  i2 = Is*(exp(v[2, N]/Vt) - 1);
end NestedDiodes;
