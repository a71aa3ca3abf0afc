// RUN: causeway check %s
// EXIT: 2
// CHECK: INST0662.mo:9:5: error[INST0662]: assertion failed during translation: n must be larger than 3
model M
  function f
    input Integer n;
    output Integer s;
  algorithm
    assert(n > 3, "n must be larger than 3");
    s := n;
  end f;
  Real x[f(2)];
end M;
