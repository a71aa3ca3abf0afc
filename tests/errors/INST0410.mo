// RUN: causeway check %s
// EXIT: 3
// CHECK: error[INST0410]: this condition differs between the elements of an array of components
model Inner
  Real x = 1;
end Inner;

model Part
  parameter String h = "";
  Inner inside if h == "with";
end Part;

model INST0410
  Part part[2](h = {"", "with"});
end INST0410;
