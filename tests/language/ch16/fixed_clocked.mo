// RUN: causeway check --strict %s
// EXIT: 2
// CHECK: error[FLAT0138]: fixed = true cannot be applied to a, a clocked variable to which previous is not applied (MLS 16.9)
// RUN: causeway simulate %s -o %t.csv --stop 1
// CHECK: warning[FLAT0138]
// VALUE: %t.csv a(0.55) = 0.5 +- 1e-9
model FixedClocked
  Real a(start = 0, fixed = true) = sample(time, Clock(1, 10));
end FixedClocked;
