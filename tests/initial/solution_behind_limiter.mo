// RUN: causeway simulate %s -o %t.csv --stop 1
// FINAL: set = 0.8660254037844386 +- 1e-9
// FINAL: phi = 1.0471975511965976 +- 1e-9
// RUN: causeway fmu %s -o s.fmu
// EXIT: 3
// CHECK: error[FMI0001]: SolutionBehindLimiter cannot be exported: it begins in the program and not as an FMU
model SolutionBehindLimiter
  "Of the two angles with this cosine the start value lies beside the one whose sine the limiter cannot give"
  parameter Real set(fixed = false, start = 1);
  Real phi(start = -1);
  Real field = if set > 3 then 3 elseif set < 0 then 0 else set;
initial equation
  field = sin(phi);
equation
  cos(phi) = 0.5;
end SolutionBehindLimiter;
