// A sum over more parts than a word has bits is solved for the one derivative in it, as a short one is.
// RUN: causeway explain %s
// CHECK: linear systems 0
// CHECK: der(T) := 
// RUN: causeway simulate %s -o %t.csv --stop 0.01 --tolerance 1e-9
// VALUE: %t.csv T(0.01) = 0.11377869 +- 1e-7
model LongSum
  parameter Integer n = 80;
  parameter Real C = 10;
  Real q[n];
  Real T(start = 1, fixed = true);
equation
  C*der(T) = -sum(q);
  for i in 1:n loop
    q[i] = T*i^2/n;
  end for;
end LongSum;
