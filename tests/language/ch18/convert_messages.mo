// RUN: causeway convert %s -L %d/data -o out
// CHECK: 2 places need your attention
// CHECK: warning[LIB0022]: this could not be converted: there is nothing like it any more
// CHECK: warning[LIB0022]: this could not be converted: the order has changed
model M
  Base.Gone gone;
  Base.Table t(order = 3);
  annotation(uses(Base(version = "2.0")));
end M;
