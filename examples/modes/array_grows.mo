// RUN: causeway simulate %s -o %t.csv --tolerance 1e-12
// CHECK: 2 modes, 1 changes
// FINAL: x[5] = 13.5914091423 +- 1e-8
// FINAL: x[15] = 24.7308190605 +- 1e-8
model ArrayGrows "Ten elements, twenty from 0.5 s on"
  parameter Integer n = 10, N = 20;
  Real x[N](start = 1:N);
  Boolean grown = time >= 0.5;
initial equation
  for i in 1:n loop
    x[i] = i;
  end for;
equation
  for i in 1:n loop
    der(x[i]) = x[i];
  end for;
  for i in n + 1:N loop
    if grown then
      der(x[i]) = x[i];
    else
      x[i] = 0;
    end if;
    when grown then
      reinit(x[i], i);
    end when;
  end for;
end ArrayGrows;
