// Inside when: variables put together on the left side, and reinit in an algorithm; --strict refuses.
// RUN: causeway simulate %s -o %t.csv --stop 1
// CHECK: warning[INST0634]: reinit belongs in an equation section (MLS 8.3.6)
// FINAL: x[1] = 4 +- 1e-9
// FINAL: x[2] = 5 +- 1e-9
// FINAL: y = 6 +- 1e-9
// FINAL: v = -1.83699562 +- 1e-6
// RUN: causeway check --strict %s > %t.txt 2>&1
// EXIT: 2
// FILE-CHECK: %t.txt error[INST0634]
// FILE-CHECK: %t.txt error[INST0625]
model WhenArrayLeft
  discrete Real x[2](each start = 0, each fixed = true);
  discrete Real y(start = 0, fixed = true);
  Real h(start = 1, fixed = true), v(start = 0, fixed = true);
equation
  when time > 0.5 then
    [x; y] = [4; 5; 6];
  end when;
  der(h) = v;
  der(v) = -9.81;
algorithm
  when h <= 0 then
    reinit(v, -0.8*pre(v));
  end when;
end WhenArrayLeft;
