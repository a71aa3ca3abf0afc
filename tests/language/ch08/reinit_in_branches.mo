// Several reinit of one variable: in branches of one when-equation, and of if inside it.
// RUN: causeway simulate %s -o %t.csv --stop 1
// VALUE: %t.csv x[1](0.6) = 4.1 +- 1e-6
// FINAL: x[1] = 10.3 +- 1e-6
// FINAL: x[2] = 5.5 +- 1e-6
model ReinitInBranches
  Real x[2](start = {1, 2}, each fixed = true);
  parameter Boolean p = false;
equation
  der(x) = {1, 1};
  when time > 0.5 then
    reinit(x, {4, 5});
  elsewhen time > 0.7 then
    if x[2] > 100 or p then
      reinit(x[1], 0);
    else
      reinit(x[1], 10);
    end if;
  end when;
end ReinitInBranches;
