// RUN: causeway simulate %s -o %t.csv
// EXIT: 3
// CHECK: SYM0501.mo:5:14: error[SYM0501]: m depends on itself in a loop that is not of Real variables
model M
  Integer n, m;
equation
  when time > 0.5 then
    n = m + 1;
    m = 2 * n;
  end when;
end M;
