// Cellier and Elmqvist 1993, junction diode: with the state ud its derivative is linear, with the state qc there is a nonlinear system.
// RUN: sed 's/ud(start/ud(stateSelect = StateSelect.prefer, start/' %s > ud.mo; causeway explain ud.mo
// CHECK: states 1
// CHECK: nonlinear systems 0
// RUN: causeway simulate ud.mo -o %t.csv --stop 1 --tolerance 1e-8 --check-jacobian
// CHECK: 0 wrong
// RUN: sed 's/qc,/qc(stateSelect = StateSelect.always),/' %s > qc.mo; causeway explain qc.mo
// CHECK: states 1
// CHECK: nonlinear systems 1
// RUN: causeway simulate qc.mo -o %t2.csv --stop 1 --tolerance 1e-8
// The charge is known in closed form: 0.3819 + 0.6 + (1 - cos 3)/3.
// FINAL: %t.csv qc = 1.5747541 +- 1e-5
// FINAL: %t2.csv qc = 1.5747541 +- 1e-5
// FINAL: %t.csv ud = 1.3146905 +- 1e-4
// FINAL: %t2.csv ud = 1.3146905 +- 1e-4
model JunctionDiode
  parameter Real k1 = 0.5, k2 = 3, k3 = 0.2, k4 = 0.1, k5 = 0.3, k6 = 0.4, k7 = 0.05;
  Real ud(start = 0.5, fixed = true), id, qc, ic;
equation
  der(qc) = ic;
  qc = k1*ud^k2 + k3*id + k4;
  id = k5*exp(ud) + k6*ud + k7;
  ic = sin(3*time) + 0.6;
end JunctionDiode;
