// Equations of a when are sorted and may depend on each other in loops of Boolean and Integer variables, also over several clauses (MLS 3.6,
// 8.3.5): values that fulfil all of them are looked for, beginning with those of before.
// RUN: causeway simulate %s -o %t.csv --stop 4
// VALUE: %t.csv q(0.7) = 0 +- 0
// VALUE: %t.csv nq(0.7) = 1 +- 0
// VALUE: %t.csv q(1.7) = 1 +- 0
// VALUE: %t.csv nq(1.7) = 0 +- 0
// VALUE: %t.csv q(3.7) = 1 +- 0
// VALUE: %t.csv i(0.2) = 0 +- 0
// VALUE: %t.csv i(3) = 5 +- 0
// VALUE: %t.csv k(3) = 6 +- 0
// VALUE: %t.csv a(3) = 1 +- 0
// VALUE: %t.csv b(3) = 0 +- 0
// VALUE: %t.csv x(3) = 5.5 +- 1e-12
// RUN: sed 's/b = not a/b = a/' %s > none.mo; causeway simulate none.mo -o %t2.csv --stop 4
// EXIT: 5
// CHECK: error[RT0052]: the simulation stopped at an event at time 0.5
// CHECK: depends on itself in a loop, and no values were found that fulfil its equations
model WhenLoops
  Boolean q(start = false, fixed = true), nq(start = true, fixed = true), a(start = false, fixed = true), b(start = false, fixed = true);
  Integer i(start = 0, fixed = true), j(start = 0, fixed = true), k(start = 0, fixed = true);
  discrete Real x(start = 0, fixed = true);
  Boolean set = time > 1 and time < 2, reset = time < 1;
equation
  when sample(0.5, 1) then
    q = not (reset or nq) "a latch";
    nq = not (set or q);
  end when;
  when time > 0.5 then
    i = min(j + 1, 5);
    j = i;
    k = j + 1;
    x = i + 0.5;
    a = not b;
  end when;
  when time > 0.5 then
    b = not a;
  end when;
end WhenLoops;
