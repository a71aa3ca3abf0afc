// RUN: causeway simulate %s -L %d/library -o %t.csv
// EXIT: 2
// CHECK: :10:3: error[FLAT0136]: 'u' is of continuous time and 'x' is clocked: they cannot stand in one equation (MLS 16.7.3)
// CHECK: hint: write hold(x)
model M
  Real x(start = 0), y;
  Real u = sin(time);
equation
  x = previous(x) + 0.1*sample(u, Clock(0.1));
  y = x + u; // <- hold(x)
end M;
