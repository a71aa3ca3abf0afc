// Parameters found by a call with several results in an initial section.
// RUN: causeway simulate %s -o %t.csv --stop 1
// VALUE: %t.csv A(0) = 3 +- 1e-12
// VALUE: %t.csv w(0) = 2 +- 1e-12
// FINAL: y = 2.7278923 +- 1e-6
model ParametersFromCall
  function data
    input Real s;
    output Real A;
    output Real w;
  algorithm
    A := 3*s;
    w := 2*s;
  end data;
  parameter Real A(fixed = false), w(fixed = false);
  Real y = A*sin(w*time);
initial equation
  (A, w) = data(1);
end ParametersFromCall;
