// RUN: causeway convert %s -L %d/data
// CHECK: M: nothing to convert
model M
  Base.Units.Length l = 1;
  annotation(uses(Base(version = "3.0")));
end M;
