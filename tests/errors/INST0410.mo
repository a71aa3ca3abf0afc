// RUN: causeway check %s
// EXIT: 3
// CHECK: error[INST0410]: this condition differs between the elements of an array of components
model Inner
  Real x = 1;
end Inner;

record Data
  Real v[2];
end Data;

model Part
  parameter Data data;
  Inner inside if data.v[1] > 2;
end Part;

model Parts = Part[2](data(v = {{1, 3}, {3, 3}}));

model INST0410
  Parts part;
end INST0410;
