// RUN: causeway check %s
// EXIT: 2
// CHECK: error[FLAT0138]: the clocked variable a cannot be used in an initial equation (MLS 16.9)
model InitialClocked
  Real a(start = 0);
initial equation
  a = 3;
equation
  when Clock(1, 10) then
    a = previous(a) + 1;
  end when;
end InitialClocked;
