// Behind a crossing the frozen branch has no value (the root of a negative number): the step goes on, and the event is found.
// RUN: causeway simulate %s -o %t.csv --stop 4
// RUN: causeway simulate %s -o %t2.csv --stop 4 --solver ida
// RUN: causeway simulate %s -o %t3.csv --stop 4 --solver esdirk3
// RUN: causeway simulate %s -o %t4.csv --stop 4 --solver dopri5
// FINAL: %t.csv x = -0.01 +- 1e-6
// FINAL: %t.csv q = -1.3416407865 +- 1e-6
// FINAL: %t.csv w = -1.3416407865 +- 1e-6
// FINAL: %t2.csv x = -0.01 +- 1e-6
// FINAL: %t3.csv x = -0.01 +- 1e-6
// FINAL: %t4.csv x = -0.01 +- 1e-6
// FINAL: %t4.csv q = -1.3416407865 +- 1e-6
model BranchWithoutValue
  Real x(start = 1, fixed = true) "of an orifice, with a flow beside it";
  Real f = if x > 0 then sqrt(x) else -sqrt(-x);
  Real y(start = 1, fixed = true);
  Real q = if y > 0 then sqrt(y) else -sqrt(-y) "an output only";
  Boolean ahead = y > 0;
  Real w = if ahead then y^0.5 else -(-y)^0.5;
equation
  der(x) = -f - 0.1;
  der(y) = -0.7;
end BranchWithoutValue;
