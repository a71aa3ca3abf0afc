// RUN: causeway simulate %s -o %t.csv
// CHECK: warning[TOOL0019]: parameter how has no value; its start value is used
// FINAL: %t.csv left.x = 0.36787944 +- 1e-5
// FINAL: %t.csv right.x = 1.10363832 +- 1e-5
// FINAL: %t.csv y = 2 +- 1e-9
// RUN: causeway simulate %s -p how=Start.two -o %t2.csv
// FINAL: %t2.csv left.x = 0.73575888 +- 1e-5
// RUN: causeway check %s
// A parameter without value has that which its type starts with (MLS 3.6, 4.4.4), also where it decides which equations
// there are: the first of an enumeration, false.
type Start = enumeration(none, two, three);
block Decay
  parameter Start how;
  Real x(start = 1);
initial equation
  if how == Start.two then
    x = 2;
  elseif how == Start.three then
    x = 3;
  end if;
equation
  der(x) = -x;
end Decay;
model ParameterWithoutValueDecides
  parameter Start how;
  parameter Boolean fast;
  Decay left(how = how), right(how = Start.three);
  Real y;
equation
  if fast then
    y = 3*time;
  end if;
  if not fast then
    y = 2*time;
  end if;
  annotation(experiment(StopTime = 1, Tolerance = 1e-8));
end ParameterWithoutValueDecides;
