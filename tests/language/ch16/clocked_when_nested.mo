// RUN: causeway check %s
// EXIT: 2
// CHECK: when
model ClockedWhenNested
  Real x(start = 0);
equation
  when Clock(0.1) then
    when time > 1 then
      x = previous(x) + 1;
    end when;
  end when;
end ClockedWhenNested;
