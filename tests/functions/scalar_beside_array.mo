// RUN: causeway simulate %s -o %t.csv --stop 1 --check-jacobian
// CHECK-NOT: error
// FINAL: k[3] = 2 +- 0
// FINAL: l[2] = 3 +- 0
// FINAL: x[3] = 0.5 +- 1e-9
// FINAL: y[2] = 1 +- 1e-9
// FINAL: z[1] = 1.1071487177940904 +- 1e-9
// FINAL: w[2] = 0.3217505543966422 +- 1e-9
// FINAL: m[1,2] = 1 +- 0
// FINAL: q = 1.2490457723982544 +- 1e-4
// Functions of two scalars over the elements of one array, in a function that does not know its size (MLS 3.6, 12.4.6):
// the scalar is the same for each. der(q) = cos(q)^2 leads to q = atan(time + tan(q0)), tan(q0) = 2.
model scalar_beside_array
  function f
    input Integer n;
    input Real u[:];
    output Real x[n];
    output Real y[n];
    output Real z[n];
    output Real w[n];
    output Integer k[n];
    output Integer l[n];
    output Integer m[1, n];
  algorithm
    k := div(2:n + 1, 2);
    l := div(7, 1:n);
    x := mod(u, 2);
    y := rem(7, u);
    z := atan2(u, 1);
    w := atan2(1, u);
    m := mod(transpose(matrix(3:n + 2)), 3);
  end f;
  function slope
    input Real q[:];
    output Real y;
  algorithm
    y := sum(1 ./ (1 .+ atan2(tan(q), 1) .^ 0 .* tan(q) .^ 2))/size(q, 1);
  end slope;
  Real u[3] = {1 + time, 3, 2.5};
  Real x[3], y[3], z[3], w[3];
  Integer k[3], l[3], m[1, 3];
  Real q(start = atan(2), fixed = true);
equation
  (x, y, z, w, k, l, m) = f(3, u);
  der(q) = slope({q, q});
end scalar_beside_array;
