// RUN: causeway simulate %s -o %t.csv
// EXIT: 3
// CHECK: error[SYM0501]: {{[nm]}} depends on itself in a loop that is not of Real variables
model M
  discrete Real x(start = 0, fixed = true);
  Integer n(start = 0, fixed = true), m(start = 0, fixed = true);
equation
  when time > 0.5 then
    x = cos(x) + n;
    n = min(m + integer(x), 3);
    m = min(n, 2);
  end when;
end M;
