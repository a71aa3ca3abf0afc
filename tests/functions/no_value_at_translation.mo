// A function that gives its result no value, where translation needs it.
// RUN: causeway check %s --strict
// EXIT: 2
// CHECK: error[INST0577]: 'y' of function NoValueAtTranslation.h has got no value on the way taken (MLS 12.4.4)
// RUN: causeway simulate %s -o %t.csv
// CHECK: warning[INST0577]: 'y' of function NoValueAtTranslation.h has got no value on the way taken (MLS 12.4.4): zero is used
// FINAL: n = 2 +- 0
model NoValueAtTranslation
  function h
    input Real x;
    output Real y;
  algorithm
    if x > 0.5 then
      y := 1;
    end if;
  end h;
  parameter Integer n = integer(h(0.1)) + 2;
  Real v[n] = fill(time, n);
end NoValueAtTranslation;
