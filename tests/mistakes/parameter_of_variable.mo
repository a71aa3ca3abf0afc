// RUN: causeway simulate %s -o %t.csv -p prey=20
// EXIT: 1
// CHECK: :7:8: error[RT0007]: 'prey' is no parameter, but a state
// CHECK: hint: -p prey.start=VALUE gives the value that it starts with
model M
  parameter Real a = 1.1, b = 0.4, c = 0.4, d = 0.1;
  Real prey(start = 10, fixed = true);
  Real predator(start = 10, fixed = true);
equation
  der(prey) = a*prey - b*prey*predator;
  der(predator) = d*prey*predator - c*predator;
end M;
