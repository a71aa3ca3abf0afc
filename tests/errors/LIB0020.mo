// RUN: causeway convert %s
// CHECK: warning[LIB0020]: this conversion rule is not understood: there is no such conversion function
model LIB0020
  annotation(version = "2", conversion(from(version = "1", change = {convertAll("a", "b")})), uses(LIB0020(version = "1")));
end LIB0020;
