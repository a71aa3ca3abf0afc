// The value of a discrete variable before its first assignment counts, and is not given: said, but for those that nothing reads
// before (seed paper on initialisation, M6).
// RUN: causeway simulate %s -o %t.csv --stop 1
// CHECK: start values taken, for too few conditions are given: u
// CHECK-NOT: given: u, w
// RUN: sed 's/discrete Real u/discrete Real u(start = 2, fixed = true)/' %s > given.mo; causeway simulate given.mo -o %t2.csv --stop 1 > given.txt; grep -c 'start values taken' given.txt
// EXIT: 1
// VALUE: %t2.csv x(0.5) = 1.39346934 +- 1e-4
model DiscreteStart
  discrete Real u;
  Real x(start = 1, fixed = true);
equation
  when time > 0.6 then
    u = 3;
  end when;
  der(x) = -x + u;
end DiscreteStart;
