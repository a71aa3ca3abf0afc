// 1/(1 + exp(u)) is 0 for large u, but its derivative, as written, is inf/inf: these columns are found by differences.
// RUN: causeway simulate %s -o %t.csv --stop 3
// CHECK: {{ [0-9]{1,3} steps}}
// FINAL: x = 2 +- 1e-6
// FINAL: z = 4 +- 1e-3
// RUN: causeway simulate %s -o %t2.csv --stop 3 --solver ida
// CHECK: {{ [0-9]{1,3} steps}}
// FINAL: %t2.csv z = 4 +- 1e-3
model TangentWithoutValue
  function step
    input Real u;
    output Real y = 1/(1 + exp(u));
  end step;
  Real x(start = 3);
  Real z(start = 3, fixed = true) "stiff";
equation
  x + 0.1*step(1000*x) = 2 + 0*z;
  der(z) = 1e5*(4 - z + step(1000*z));
end TangentWithoutValue;
