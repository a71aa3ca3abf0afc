// RUN: causeway check %s
// EXIT: 2
// CHECK: size_of_other_argument.mo:12:22: error[INST0565]: argument y of f: expected Real[2], found Real[3]
model M
  function f
    input Real x[:];
    input Real y[size(x, 1)];
    output Real z;
  algorithm
    z := x * y;
  end f;
  Real q = f({1, 2}, {1, 2, 3}), ok = f({1, 2}, {3, 4});
end M;
