// Communication steps far below a second: instants are told apart by their length.
// RUN: causeway fmu %s --kind cs -o n.fmu --quiet && causeway simulate n.fmu --stop 1e-12 --step 5e-16 --tolerance 1e-8 -o n.csv
// FINAL: n.csv x = 0.36787944 +- 1e-5
model Nanoseconds
  Real x(start = 1, fixed = true);
equation
  der(x) = -1e12*x;
end Nanoseconds;
