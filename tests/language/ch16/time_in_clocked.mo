// RUN: causeway check %s
// EXIT: 2
// CHECK: error[FLAT0130]: time in a clocked partition needs a clock with a solver method (MLS 16.8.3)
// Each use of time is a variable with der(time_i) = 1 (16.7.2).
model TimeInClocked
  Real a;
equation
  when Clock(1, 10) then
    a = time;
  end when;
end TimeInClocked;
