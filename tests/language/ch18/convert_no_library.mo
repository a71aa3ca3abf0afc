// RUN: causeway convert %s -o out
// EXIT: 2
// CHECK: error[LIB0023]: the library 'Base' is not found
model M
  annotation(uses(Base(version = "2.0")));
end M;
