// What is wrong in a branch that no round of the loop takes, or beside what decides `and`, does not count.
// RUN: causeway simulate %s -o %t.csv --stop 1
// FINAL: x[2] = 2 +- 1e-9
// FINAL: y[2] = 2 +- 1e-9
// RUN: causeway simulate %s -p n=3 -o %t.csv --stop 1
// FINAL: x[3] = 3 +- 1e-9
// FINAL: z = 3 +- 1e-9
model M
  parameter Integer n = 2;
  parameter Real a[:] = 1:n;
  parameter Boolean last = n > 2 and a[3] > 2;
  parameter Real more = 3 if n > 2;
  Real x[n], y[n];
  Real z = if last then more else 1;
equation
  for i in 1:n loop
    if i == 1 then
      x[1] = time;
    elseif i == 2 then
      x[2] = 2*time;
    else
      x[3] = more*time;
    end if;
  end for;
algorithm
  for i in 1:n loop
    for j in i:n loop
      if i == j then
        y[i] := i*time;
      elseif j > 2 then
        y[3] := more;
      end if;
    end for;
  end for;
end M;
