// RUN: causeway simulate %s -o %t.csv --tolerance 1e-11
// CHECK: 3 modes, 1 changes
// VALUE: %t.csv v[1](0.5015166701) = 0.939627585204 +- 1e-8
// VALUE: %t.csv v[1](0.5015166702) = 0.313209195068 +- 1e-8
// VALUE: %t.csv v[3](0.5015166702) = 0.313209195068 +- 1e-8
model Cascade "A ball meets another, which touches a third: contacts close one after the other in no time"
  parameter Integer n = 3;
  Real x[n](start = {-0.3, 0, 0}, each fixed = true), v[n](each start = 0, each fixed = true);
  Real F[n + 1] "between the balls";
  Boolean contact[n - 1](each start = false, each fixed = true);
equation
  F[1] = 0;
  F[n + 1] = 0;
  for i in 1:n loop
    der(x[i]) = v[i];
    der(v[i]) = -9.81*x[i] + F[i] - F[i + 1];
  end for;
  for i in 1:n - 1 loop
    if contact[i] then
      v[i] = v[i + 1];
    else
      F[i + 1] = 0;
    end if;
    when x[i] >= x[i + 1] and v[i] > v[i + 1] then
      contact[i] = true;
    end when;
  end for;
end Cascade;
