// RUN: causeway simulate %s -o %t.csv -p x=20
// EXIT: 1
// CHECK: RT0007.mo:19:8: error[RT0007]: 'x' is no parameter, but a state: an equation says how it changes
// CHECK: hint: -p x.start=VALUE gives the value that it starts with
// RUN: causeway simulate %s -o %t.csv -p y=20
// EXIT: 1
// CHECK: error[RT0007]: 'y' is no parameter, but a variable, which equations compute
// CHECK: hint: give values to parameters; Decay(y = VALUE) changes the model
// A start value is given by its name; of a parameter there is none.
// RUN: causeway simulate %s -o %t.2.csv -p x.start=20
// VALUE: %t.2.csv x(0) = 20 +- 0
// RUN: causeway simulate %s -o %t.3.csv -p x.start=30 -p k=2
// VALUE: %t.3.csv x(0) = 30 +- 0
// RUN: causeway simulate %s -o %t.4.csv -p k.start=3
// EXIT: 1
// CHECK: error[RT0001]: there is no variable 'k.start' in Decay
model Decay
  parameter Real k = 1;
  Real x(start = 10, fixed = true), y = 2*x;
equation
  der(x) = -k*x;
end Decay;
