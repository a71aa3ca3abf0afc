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
