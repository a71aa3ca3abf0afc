// RUN: causeway fmu %s --fmi 1 -o %t.fmu
// EXIT: 3
// CHECK: error[FMI0003]: FMUs of FMI 1 are not written
model Decay
  Real x(start = 1, fixed = true);
equation
  der(x) = -x;
end Decay;
