// An FMU whose indicators turn positive again behind an event: what is discrete follows the event all the same.
// RUN: causeway fmu %s --fmi 2 -o %t2.fmu
// RUN: causeway simulate %t2.fmu --kind me --stop 1 -o %t2.csv
// FINAL: %t2.csv below = 1 +- 0
// FINAL: %t2.csv crossings = 1 +- 0
// FINAL: %t2.csv x = 0.36787944 +- 1e-5
// RUN: causeway fmu %s --fmi 3 -o %t3.fmu
// RUN: causeway simulate %t3.fmu --kind me --stop 1 -o %t3.csv
// FINAL: %t3.csv below = 1 +- 0
// FINAL: %t3.csv crossings = 1 +- 0
model flips
  Real x(start = 1, fixed = true);
  Boolean below = x < 0.5;
  Integer crossings(start = 0, fixed = true);
equation
  der(x) = -x;
  when change(below) then
    crossings = pre(crossings) + 1;
  end when;
end flips;
