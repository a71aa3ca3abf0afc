// Without -o nothing is written.
// RUN: causeway convert %s -L %d/data && ls
// CHECK: M: 1 class names, 0 elements, 0 modifiers converted
// CHECK-NOT: convert_says_what
model M
  Base.SI.Length l = 1;
  annotation(uses(Base(version = "2.1")));
end M;
