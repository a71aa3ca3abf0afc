// A function that never returns: the time limit ends the run all the same and keeps the result.
// RUN: causeway simulate %s -o %t.csv --timeout 0.5
// EXIT: 5
// CHECK: error[RT0076]: the time limit was reached at time {{[0-9.e-]+}}, and the model does not come back from an evaluation of the function NeverReturns.f
// CHECK: hint: look for a loop that does not end
// VALUE: %t.csv x(0.2) = 0.2 +- 1e-5
model NeverReturns
  function f
    input Real x;
    output Real y;
  algorithm
    y := x;
    while x > 0.5 loop
      y := y + 1e-9;
      if y < 0 then
        break;
      end if;
    end while;
  end f;
  Real x(start = 0, fixed = true);
equation
  der(x) = 1 + 1e-6*f(x);
end NeverReturns;
