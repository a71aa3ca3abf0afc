// RUN: causeway check %s
// EXIT: 2
// CHECK: error[FLAT0145]: two transitions that leave 'a' have priority 1
// CHECK: the other transition is here
model SamePriority
  block S end S;
  S a, b, c;
equation
  initialState(a);
  transition(a, b, true);
  transition(a, c, true);
end SamePriority;
