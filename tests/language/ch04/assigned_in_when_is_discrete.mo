// RUN: causeway flatten %s
// CHECK: discrete Real x
model M
  Real x(start = 0, fixed = true);
equation
  when time > 1 then
    x = pre(x) + 1;
  end when;
end M;
