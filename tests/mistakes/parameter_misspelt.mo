// RUN: causeway simulate %s -o %t.csv -p sped=2
// EXIT: 1
// CHECK: error[RT0001]: there is no variable 'sped' in M
// CHECK: hint: did you mean 'speed'?
model M
  parameter Real speed = 1;
  Real x = speed;
end M;
