// An assert that fails while the simulation runs: message, time and place; the result so far is kept.
// RUN: causeway simulate %s -o %t.csv --stop 2
// EXIT: 5
// CHECK: failing_assert.mo:{{\d+}}:{{\d+}}: error[RT
// CHECK: too high
// VALUE: %t.csv x(0.5) = 0.5 +- 1e-6
model FailingAssert
  Real x(start = 0, fixed = true);
equation
  der(x) = 1;
  assert(x < 1, "too high");
end FailingAssert;
