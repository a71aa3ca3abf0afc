// RUN: causeway check %s
// EXIT: 2
// CHECK: error[FLAT0133]: the interval of a clock must be a parameter expression or a clocked variable (MLS 16.3)
model IntervalIsExpression
  Integer n(start = 1);
equation
  when Clock(2*n, 10) then
    n = previous(n) + 1;
  end when;
end IntervalIsExpression;
