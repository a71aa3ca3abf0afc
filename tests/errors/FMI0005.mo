// RUN: causeway fmu %s --kind mx -o %t.fmu
// EXIT: 1
// CHECK: error[FMI0005]: --kind mx is not known
// CHECK: there are me, cs
// RUN: causeway fmu %s --method inline-rk4 -o %t.fmu
// EXIT: 1
// CHECK: error[FMI0005]: --method inline-rk4 needs a step
// RUN: causeway fmu %s --method cvode --step 0.1 -o %t.fmu
// EXIT: 1
// CHECK: error[FMI0005]: --method cvode chooses its steps itself
// RUN: causeway fmu %s --binary amiga -o %t.fmu
// EXIT: 1
// CHECK: there are linux64, win64, aarch64
model FMI0005 "Words of an export that mean nothing"
  Real x(start = 1, fixed = true);
equation
  der(x) = -x;
end FMI0005;
