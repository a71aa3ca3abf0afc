// Steady flow through a volume.  At the start values the flow behind it goes backwards; with that direction the enthalpy is not
// determined.  Where the search for a solution had come, the direction is the right one.
// RUN: causeway simulate %s -o %t.csv --stop 1
// VALUE: %t.csv p(0) = 9.5 +- 1e-6
// VALUE: %t.csv h(0) = 4 +- 1e-6
model FlowDirection
  parameter Real pa = 10, pb = 9, ha = 4, hb = 4;
  Real p(start = 5), h(start = 3);
  Real m1, m2;
equation
  m1 = pa - p;
  m2 = (p - pb)*sqrt(h/ha);
  0 = m1 - m2;
  0 = m1*(if m1 > 0 then ha else h) - m2*(if m2 > 0 then h else hb);
end FlowDirection;
