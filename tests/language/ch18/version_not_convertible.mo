// RUN: causeway check %s -L %d/data
// CHECK: warning[LIB0011]: Base 3.0 is used where version 7 was asked for
// CHECK: causeway install Base@7 --from WHERE installs it
model M
  Base.Spring s;
  annotation(uses(Base(version = "7")));
end M;
