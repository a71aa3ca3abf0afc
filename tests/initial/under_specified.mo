// Starts that are missing are completed, states with a start value first, and named.
// RUN: causeway explain %s
// CHECK: start values taken because too few conditions were given
// CHECK: y
// CHECK: z
// CHECK: parameters
// RUN: causeway explain %s --json | python3 -c "import json, sys; print(json.load(sys.stdin)['starts_taken'])"
// CHECK: ['y', 'z']
// RUN: causeway simulate %s -o %t.csv --stop 1
// CHECK: start values taken, for too few conditions are given: y, z
// VALUE: %t.csv x(0) = 1 +- 1e-12
// VALUE: %t.csv y(0) = 2 +- 1e-12
// VALUE: %t.csv z(0) = 0 +- 1e-12
model UnderSpecified
  Real x(start = 1, fixed = true), y(start = 2), z;
equation
  der(x) = -x;
  der(y) = -y;
  der(z) = x - z;
end UnderSpecified;
