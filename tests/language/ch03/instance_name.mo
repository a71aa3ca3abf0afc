// The name of an instance has the subscripts of the arrays it stands in, also in declarations; in a modifier it is the instance
// that the modifier is written in, in a function anything (MLS 3.6, 3.7.4.4).
// RUN: causeway flatten %s
// CHECK: parameter String a[2].n = "InstanceName.a[2]";
// CHECK: parameter String o[2].p[1].n = "InstanceName.o[2].p[1]";
// CHECK: parameter String given.n = "InstanceName";
// CHECK: Integer k = 1;
function named
  output Integer k = 1;
protected
  String s = getInstanceName();
end named;

model Part
  parameter String n = getInstanceName();
end Part;

model Outer
  Part p[2];
end Outer;

model InstanceName
  Part a[3];
  Outer o[2];
  Part given(n = getInstanceName());
  constant Integer k = named();
end InstanceName;
