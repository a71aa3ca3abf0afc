// 8.3.6: reinit makes a variable a state, as StateSelect.always does; x follows from y then.
// RUN: causeway simulate %s -o %t.csv --stop 1
// VALUE: %t.csv y(0.4) = 1.2 +- 1e-6
// FINAL: y = 3 +- 1e-6
// FINAL: x = 1.5 +- 1e-6
model ReinitOfDependent
  Real x(start = 1, fixed = true);
  Real y = 2 * x;
equation
  der(x) = -1;
  when time > 0.5 then
    reinit(y, 4);
  end when;
end ReinitOfDependent;
