// RUN: causeway convert %s
// EXIT: 2
// CHECK: error[LIB0021]: the conversion script 'modelica://LIB0021/nowhere.mos' cannot be read
model LIB0021
  annotation(version = "2", conversion(from(version = "1", script = "modelica://LIB0021/nowhere.mos")), uses(LIB0021(version = "1")));
end LIB0021;
