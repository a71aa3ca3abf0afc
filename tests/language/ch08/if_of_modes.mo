// if-equations with conditional number via parameter; nested elseif; events in conditions with arrays
// RUN: causeway simulate %s -o %t.csv --stop 1
// FINAL: x[1] = 2 +- 1e-6
// FINAL: x[2] = 0.4 +- 1e-6
model M
  parameter Integer mode = 2;
  Real x[2](each start = 0, each fixed = true);
equation
  if mode == 1 then
    der(x) = {1, 1};
  elseif mode == 2 then
    for i in 1:2 loop
      if i == 1 then
        der(x[i]) = 2;
      else
        der(x[i]) = if time < 0.4 then 1 else 0;
      end if;
    end for;
  else
    x[1] = 1; x[2] = 2;
  end if;
end M;
