// RUN: causeway simulate %s Machine.Thermostat -o t.csv --tolerance 1e-10
// VALUE: t.csv T(0.2231435513) = 22 +- 1e-7
// VALUE: t.csv heat.active(0.2) = 1 +- 0
// VALUE: t.csv cool.active(0.3) = 1 +- 0
// VALUE: t.csv T(0.5) = 19.0979598957 +- 1e-7
// ALWAYS: t.csv 17.9999 < {T} < 22.0001
// RUN: causeway simulate %s Machine.Pendulum -o p.csv --tolerance 1e-11
// CHECK: its structure changes: 2 modes, 1 changes
// VALUE: p.csv vx(0.5919604869) = -4.4294469181 +- 1e-8
// FINAL: p.csv x = -2 +- 1e-8
// FINAL: p.csv y = -2 +- 1e-8
// RUN: causeway simulate %s Machine.Own -o o.csv --tolerance 1e-10
// VALUE: o.csv up.x(0.5) = 0.5 +- 1e-8
// VALUE: o.csv up.x(1.2) = 1 +- 1e-8
// VALUE: o.csv down.y(1.2) = 0.181269247 +- 1e-7
// VALUE: o.csv up.x(2) = 0.306852819 +- 1e-7
// VALUE: o.csv kept.n(1.5) = 0.5 +- 1e-7
// FINAL: o.csv kept.n = 1.8 +- 1e-7
// RUN: causeway simulate %s Machine.Relay -o r.csv --tolerance 1e-10
// VALUE: r.csv T(0.2231435513) = 22 +- 1e-7
// ALWAYS: r.csv {u} == 0 or {u} == 20
// RUN: causeway simulate %s Machine.Inside -o i.csv --tolerance 1e-10
// FINAL: i.csv x = 0.75 +- 1e-7
// RUN: causeway check --strict %s Machine.Thermostat
// EXIT: 2
// CHECK: error[FLAT0153]: states of a state machine have no continuous equations in Modelica
package Machine "Machines whose states have continuous equations: transitions take place at events"
  model Thermostat "one variable, another slope in each state"
    inner Real T(start = 20, fixed = true);
    block Heat
      outer output Real T;
    equation
      der(T) = 30 - T;
    end Heat;
    block Cool
      outer output Real T;
    equation
      der(T) = 10 - T;
    end Cool;
    Heat heat;
    Cool cool;
  equation
    initialState(heat);
    transition(heat, cool, T > 22, immediate = true);
    transition(cool, heat, T < 18, immediate = true);
    annotation (experiment(StopTime = 5));
  end Thermostat;
  model Relay "states say what is given, conditions what comes of it"
    Real T(start = 20, fixed = true);
    inner output Real u(start = 0);
    block On
      outer output Real u;
    equation
      u = 20;
    end On;
    block Off
      outer output Real u;
    equation
      u = 0;
    end Off;
    On on;
    Off off;
  equation
    der(T) = 10 + u - T;
    initialState(on);
    transition(on, off, T > 22);
    transition(off, on, T < 18);
    annotation (experiment(StopTime = 5));
  end Relay;
  model Pendulum "of two degrees of freedom when its rod is broken: another equation"
    parameter Real g = 9.81, L = 1;
    inner Real x(start = 1), y(start = 0, fixed = true), F;
    Real vx, vy(start = 0, fixed = true);
    block Rod
      outer output Real x, y, F;
    equation
      x^2 + y^2 = 1;
    end Rod;
    block Free
      outer output Real x, y, F;
    equation
      F = 0;
    end Free;
    Rod rod;
    Free free;
  equation
    der(x) = vx;
    der(y) = vy;
    der(vx) = -x/L*F;
    der(vy) = -y/L*F - g;
    initialState(rod);
    transition(rod, free, x <= 0);
    annotation (experiment(StopTime = 1.0434841279));
  end Pendulum;
  model Own "variables of the states themselves: they stand still while it is not active, and start again at a reset"
    block Up
      Real x(start = 0, fixed = true);
    equation
      der(x) = 1;
    end Up;
    block Down
      Real y(start = 0, fixed = true);
    equation
      der(y) = 1 - y;
    end Down;
    block Counts "beside the others, without a reset"
      Real n(start = 0, fixed = true);
    equation
      der(n) = 1;
    end Counts;
    block Waits
    end Waits;
    Up up;
    Down down;
    Counts kept;
    Waits waits;
  equation
    initialState(up);
    transition(up, down, up.x > 1);
    transition(down, up, down.y > 0.5);
    initialState(waits);
    transition(waits, kept, time >= 0.5 and time < 1 or time >= 1.7, reset = false);
    transition(kept, waits, time >= 1 and time < 1.7, reset = false);
    annotation (experiment(StopTime = 3));
  end Own;
  model Inside "a machine inside a state"
    inner Real x(start = 0, fixed = true);
    block Outer
      outer output Real x;
      block Fast
        outer output Real x;
      equation
        der(x) = 1;
      end Fast;
      block Slow
        outer output Real x;
      equation
        der(x) = 0.5;
      end Slow;
      Fast fast;
      Slow slow;
    equation
      initialState(fast);
      transition(fast, slow, time >= 0.5);
    end Outer;
    block Still
      outer output Real x;
    equation
      der(x) = 0;
    end Still;
    Outer moves;
    Still still;
  equation
    initialState(moves);
    transition(moves, still, time >= 1);
    annotation (experiment(StopTime = 1.5));
  end Inside;
end Machine;
