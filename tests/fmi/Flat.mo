// An equation that is flat at its start value: an FMU finds the solution next to it, as the program does.
// RUN: causeway simulate %s -o native.csv --quiet
// FINAL: native.csv x = 1.45990413 +- 1e-7
// RUN: causeway fmu %s --kind me,cs -o flat.fmu --quiet && causeway simulate flat.fmu --kind cs -o flat.csv --quiet
// FINAL: flat.csv x = 1.45990413 +- 1e-7
// RUN: causeway simulate flat.fmu --kind me -o flat.csv --quiet
// FINAL: flat.csv x = 1.45990413 +- 1e-7
model Flat
  Real x(start = 0);
  parameter Real p = 0.2;
equation
  cos(x) + 0.1*sin(3*x)^2 = p;
end Flat;
