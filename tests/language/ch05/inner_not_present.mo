// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0516]: x is not present: the condition of its declaration is false
// An inner component whose condition is false is not there for the outer one (MLS 3.6, 4.4.5).
model inner_not_present
  model A
    outer Real x;
  equation
    x = time;
  end A;
  A a;
  parameter Boolean p = false;
  inner Real x if p;
end inner_not_present;
