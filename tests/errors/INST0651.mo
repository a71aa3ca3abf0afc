// RUN: causeway check %s
// EXIT: 2
// CHECK: INST0651.mo:9:15: error[INST0651]: +: sizes differ: Real[2] and Real[3]
model M
  function f
    input Integer n;
    output Integer m;
  algorithm
    m := size(fill(1.0, n) + fill(1.0, n + 1), 1);
  end f;
  Real x[f(2)];
end M;
