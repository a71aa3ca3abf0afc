// RUN: causeway simulate %s -o %t.csv --stop 1
// EXIT: 5
// CHECK: interval_becomes_zero.mo:9:8: error
// CHECK: the interval of this clock must be positive
model IntervalBecomesZero
  Integer n(start = 2);
  Real y(start = 0), x = hold(y);
equation
  when Clock(n, 10) then
    n = previous(n) - 1;
    y = previous(y) + 1;
  end when;
end IntervalBecomesZero;
