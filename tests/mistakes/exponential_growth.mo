// RUN: causeway simulate %s M -o %t.csv --stop 20
// EXIT: 5
// CHECK: exponential_growth.mo:10:8: error[RT0061]: the simulation stopped at time {{1\d\.\d+}}: 'x' grows without bound: it has come to {{.*}}; the solution ends there, or the model is unstable (look at the signs of what makes it grow)
// RUN: causeway simulate %s Ends -o %t2.csv --stop 2
// EXIT: 5
// CHECK: exponential_growth.mo:15:8: error[RT0061]: the simulation stopped at time {{0\.99.*}}: 'y' grows without bound
// RUN: causeway simulate %s Stiff -o %t3.csv
// CHECK: Stiff: 0 to 1 s
model M
  Real x(start = 1, fixed = true);
equation
  der(x) = 50*x; // <- -50
end M;
model Ends "has no solution behind time 1"
  Real y(start = 1, fixed = true);
equation
  der(y) = y^2;
end Ends;
model Stiff
  Real z(start = 1, fixed = true);
equation
  der(z) = -1e6*(z - cos(time));
end Stiff;
