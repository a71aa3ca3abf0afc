// A condition made of variables that turn out to be parameters is decided before the simulation, and translation knows its value: with
// T > 0 a lag does not pass its input through, so that what is given at its output says nothing about the lag before it.
// RUN: causeway explain %s
// RUN: causeway simulate %s -o %t.csv --stop 1
// CHECK: events 0 relations
// VALUE: %t.csv first.x(0) = 1 +- 1e-9
// VALUE: %t.csv second.x(0) = 0.3 +- 1e-9
// FINAL: second.x = 0.47824327 +- 1e-6
package ParameterSwitch
  block Source
    parameter Real value = 1;
    output Real y = value;
  end Source;
  block Lag
    parameter Real T = 1;
    input Real u;
    output Real y;
    Real x;
    Source t(value = T);
  equation
    max(T, 1e-6)*der(x) = u - x;
    if t.y < 1e-6 then
      y = u;
    else
      y = x;
    end if;
  end Lag;
  model Chain
    Lag first(u = 0, x(start = 1));
    Lag second(u = first.y, x(start = 7));
  initial equation
    second.y = 0.3;
  end Chain;
end ParameterSwitch;
