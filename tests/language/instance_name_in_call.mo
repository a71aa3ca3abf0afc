// The name of an instance is known where its component stands, also as the argument of a function of parameters (MLS 3.6, 3.7.4.4).
// RUN: causeway simulate %s -o %t.csv --stop 1
// FINAL: a.n = 20 +- 1e-9
function length
  input String s;
  output Integer n;
algorithm
  n := if s == "InstanceNameInCall.a" then 20 else 0;
end length;

model Part
  parameter Integer n = length(getInstanceName());
  Real x = n;
end Part;

model InstanceNameInCall
  Part a;
end InstanceNameInCall;
