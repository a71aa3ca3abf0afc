// RUN: causeway check --strict %s
// EXIT: 2
// CHECK: INST0907.mo:7:5: error[INST0907]: 'u' is neither input nor output: local variables of a function must be protected (MLS 12.2)
model M
  function f
    output Real y;
    Real u;
  algorithm
    u := 1;
    y := u;
  end f;
  Real x = f();
end M;
