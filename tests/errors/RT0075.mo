// RUN: causeway simulate %s -o %t.csv --solver cvod
// EXIT: 1
// CHECK: error[RT0075]: there is no solver 'cvod'
model M
  Real x(start = 1, fixed = true);
equation
  der(x) = -x;
end M;
