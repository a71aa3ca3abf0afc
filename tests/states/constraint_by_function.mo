// The constraint of a pendulum through a function that is not taken apart: states are picked while running all the same, with the
// function's derivative (its own, or made from its body), and it swings through all positions.
// RUN: causeway explain %s
// CHECK: at a time
// RUN: causeway simulate %s -o %t.csv --stop 10 --tolerance 1e-8
// ALWAYS: abs({x}**2 + {y}**2 - 1) < 1e-7
// ALWAYS: abs({energy} - 9.81) < 1e-3
package ByFunction
  function square_sum
    input Real u[2];
    output Real s;
  algorithm
    s := 0;
    for i in 1:2 loop
      s := s + u[i]^2;
    end for;
  end square_sum;
  model Pendulum "over the top: no coordinate is good everywhere"
    Real x(start = 0), y(start = -1), vx(start = 7.672, fixed = true), vy, F;
    Real energy = (vx^2 + vy^2)/2 + 9.81*y - (7.672^2/2 - 2*9.81);
  initial equation
    x = 0;
  equation
    der(x) = vx;
    der(y) = vy;
    der(vx) = -F*x;
    der(vy) = -F*y - 9.81;
    square_sum({x, y}) = 1;
  end Pendulum;
end ByFunction;
