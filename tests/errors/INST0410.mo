// RUN: causeway check %s
// EXIT: 3
// CHECK: error[INST0410]: this condition differs between the elements of an array of components
model Inner
  Real x = 1;
end Inner;

model Part
  parameter Real h = 0;
  Inner inside if h > 1;
end Part;

model INST0410
  Part part[2](h = {0, 2});
end INST0410;
