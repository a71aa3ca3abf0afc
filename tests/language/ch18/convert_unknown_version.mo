// RUN: causeway convert %s -L %d/data -o out
// EXIT: 2
// CHECK: error[LIB0024]: Base 3.0 does not say how to convert from version 0.1
model M
  Base.Feather f;
  annotation(uses(Base(version = "0.1")));
end M;
