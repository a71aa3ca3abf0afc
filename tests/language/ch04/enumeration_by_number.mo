// Integer(e) = n is an equation for e (MLS 3.6, 4.9.5.2); a number that the enumeration does not have ends the run.
// RUN: causeway simulate %s -o %t.csv --stop 0.9
// VALUE: %t.csv height(0.1) = 0.1 +- 1e-12
// VALUE: %t.csv height(0.5) = 0.5 +- 1e-12
// FINAL: %t.csv height = 1 +- 1e-12
// FINAL: %t.csv n = 1 +- 0
// RUN: causeway simulate %s -o %t2.csv --stop 2
// EXIT: 5
// CHECK: enumeration_by_number.mo:17:3: error[{{RT\d+}}]
// CHECK: the enumeration has no value of that number
model EnumerationByNumber
  type Posture = enumeration(lying, sitting, standing);
  Posture p;
  Integer n;
  Real height = if p == Posture.lying then 0.1 elseif p == Posture.sitting then 0.5 else 1;
equation
  Integer(p) = integer(1 + 2.9*time);
  n + 2 = Integer(p);
end EnumerationByNumber;
