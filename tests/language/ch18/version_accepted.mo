// noneFromVersion: no change is needed, and nothing is said.
// RUN: causeway check %s -L %d/data
// CHECK-NOT: warning
model M
  Base.Spring s;
  annotation(uses(Base(version = "2.9")));
end M;
