// RUN: causeway check %s
// EXIT: 2
// CHECK: INST0576.mo:26:16: error[INST0576]: h cannot stand for F: it has more inputs, and this one no default (MLS 12.4.2)
// CHECK: INST0576.mo:16:16: note: declared here
// CHECK: INST0576.mo:28:16: error[INST0576]: two cannot stand for F: it has an input of another type
// CHECK-NOT: :27:
package INST0576
  partial function F
    input Real x;
    output Real y;
  end F;
  function g input F f; output Real y; algorithm y := f(1); end g;
  function h
    extends F;
    input Real a = 1;
    input Real b;
  algorithm
    y := x + a + b;
  end h;
  function two
    input String x;
    output Real y = 1;
  algorithm
  end two;
  model M
    Real z = g(h);
    Real ok = g(function h(b = 3));
    Real w = g(two);
  end M;
end INST0576;
