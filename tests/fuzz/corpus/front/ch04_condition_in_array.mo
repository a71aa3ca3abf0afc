connector Out = output Real;

block Value
  parameter Real k;
  Out y = k;
end Value;

model Part
  parameter Real h = 0;
  final parameter Boolean have = h > 1;
  Value with(k = 3) if have;
  Value without(k = 4) if not have;
  Out y;
equation
  connect(with.y, y);
  connect(without.y, y);
end Part;

model ConditionInArray
  parameter Real x[2] = {2, 5};
  Part part[2](h = {3*x[i] for i in 1:2});
end ConditionInArray;
