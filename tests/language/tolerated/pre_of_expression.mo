// pre of an expression of discrete variables is that of what they were; pre(time) is time.
// RUN: causeway simulate %s M -o %t.csv --stop 1
// CHECK: warning[INST0550]: the argument of pre must be a variable (MLS 3.7.5)
// FINAL: was = 7 +- 1e-9
// FINAL: at = 0.5 +- 1e-6
// FINAL: n = 4 +- 1e-9
// RUN: causeway check --strict %s M
// EXIT: 2
// CHECK: error[INST0550]
model M
  discrete Integer n(start = 3, fixed = true);
  discrete Real was(start = 0, fixed = true), at(start = 0, fixed = true);
equation
  when time > 0.5 then
    n = pre(n) + 1;
    was = pre(2*n + 1);
    at = pre(time);
  end when;
end M;
