// RUN: causeway check %s -L %d/data
// EXIT: 2
// CHECK: warning[LIB0011]: Base 3.0 is used where version 2.0 was asked for
// CHECK: Base 3.0 knows how to convert from 2.0: causeway convert
// CHECK: error[INST0112]
model M
  Base.Coil coil;
  annotation(uses(Base(version = "2.0")));
end M;
