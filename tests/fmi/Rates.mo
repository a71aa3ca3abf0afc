package Rates "inputs that move within steps, outputs that tell how they move"
  model Ramp
    input Real u(start = 0);
    output Real x(start = 0, fixed = true), y, z[2];
    output Integer passed(start = 0, fixed = true) "times at which u passes a whole number";
  equation
    der(x) = u;
    y = x^2 + time;
    z = {3*x, u - x};
    when u > pre(passed) + 1 then
      passed = pre(passed) + 1;
    end when;
  end Ramp;
end Rates;
