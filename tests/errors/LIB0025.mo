// RUN: causeway convert %s
// EXIT: 2
// CHECK: error[LIB0025]: two conversion rules say what becomes of 'LIB0025.A.x': 'y' and 'z'
// CHECK: the other rule
model LIB0025
  annotation(version = "2", conversion(from(version = "1", change = {convertElement("LIB0025.A", "x", "y"),
      convertElement("LIB0025.A", "x", "z")})), uses(LIB0025(version = "1")));
end LIB0025;
