// RUN: causeway check --strict %s
// EXIT: 2
// CHECK: error[FLAT0130]: pre() in a clocked partition needs a clock with a solver method (MLS 16.8.3)
model PreInClocked
  discrete Real a(start = 0);
equation
  when Clock(1, 10) then
    a = pre(a) + 1;
  end when;
end PreInClocked;
