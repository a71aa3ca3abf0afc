// A subscript that varies, of an array without elements: there is nothing to choose (MLS 3.6, 10.5.1).
// RUN: causeway simulate %s -o /dev/null
// EXIT: 2
// CHECK: error[FLAT0048]: this subscript is of an array without elements
model SubscriptOfNothing
  Real x[0];
  Integer k = integer(time) + 1;
  Real y = x[k];
end SubscriptOfNothing;
