// RUN: causeway fmu %s -o %t/none/x.fmu
// EXIT: 1
// CHECK: error[FMI0002]: {{.*}}x.fmu could not be written
model Decay
  Real x(start = 1, fixed = true);
equation
  der(x) = -x;
end Decay;
