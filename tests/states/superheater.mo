// Cellier and Elmqvist 1993, superheater: E = V*r*h, r = g(h).  With the state E there is a nonlinear system for h and r; with the state h
// the derivative is linear: der(h) = (Qin - W*(h - hin))/(V*(gDER(h)*h + r)).
// RUN: sed 's/h(start/h(stateSelect = StateSelect.prefer, start/' %s > h.mo; causeway explain h.mo
// CHECK: states 1
// CHECK: nonlinear systems 0
// CHECK: h stateSelect = prefer
// RUN: causeway simulate h.mo -o %t.csv --stop 100 --check-jacobian
// CHECK: 0 wrong
// VALUE: %t.csv der(h)(0) = 128205.128205 +- 1e-3
// FINAL: %t.csv h = 3000000 +- 1
// RUN: sed 's/Real E/Real E(stateSelect = StateSelect.always)/' %s > e.mo; causeway explain e.mo
// CHECK: nonlinear systems 1
// CHECK: E stateSelect = always
// RUN: causeway simulate e.mo -o %t2.csv --stop 100 --tolerance 1e-8
// FINAL: %t2.csv h = 3000000 +- 1
// VALUE: %t2.csv h(1) = 2894201 +- 100
// VALUE: %t.csv h(1) = 2894201 +- 100
model Superheater
  function g "density"
    input Real h;
    output Real r;
  protected
    Real s;
  algorithm
    s := 10;
    for i in 1:2 loop
      s := s + 0.5e-6*h;
    end for;
    r := s;
    annotation(derivative = gDER);
  end g;
  function gDER
    input Real h;
    input Real hDER;
    output Real rDER;
  algorithm
    rDER := 1e-6*hDER;
  end gDER;
  parameter Real V = 1, W = 10, hin = 2.5e6, Qin = 5e6;
  Real h(start = 2.8e6, fixed = true, nominal = 1e6), r(nominal = 10);
  Real E "energy in the volume";
equation
  der(E) = Qin - W*(h - hin);
  E = V*r*h;
  r = g(h);
end Superheater;
