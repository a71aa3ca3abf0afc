// A function reads values of a component, or of an outer one, of the model it stands in: those of the instance.
// RUN: causeway simulate %s P.M -o %t.csv --stop 1
// CHECK: warning[INST0505]: world is declared in an enclosing class and is not a constant (MLS 5.3.1)
// CHECK: warning[INST0505]: env is declared in an enclosing class and is not a constant (MLS 5.3.1)
// FINAL: a.x = 5 +- 1e-9
// FINAL: b.x = 6 +- 1e-9
// FINAL: c[1].x = 7 +- 1e-9
// FINAL: c[2].x = 8 +- 1e-9
// RUN: causeway check --strict %s P.M
// EXIT: 2
// CHECK: error[INST0505]
package P
  model World
    parameter Real g = 9;
    parameter Real v[3] = {1, 2, 3};
  end World;
  model Env
    parameter Real k = 3;
    parameter Boolean on = true;
    Real t = time;
  end Env;
  model A
    outer World world;
    Real x = f(time);
    function f
      input Real t;
      output Real y;
    algorithm
      y := h(t) + world.v[1];
    end f;
    function h
      input Real t;
      output Real y;
    algorithm
      y := world.g*t;
    end h;
  end A;
  model B
    Env env;
    Real x = f(time);
    function f
      input Real t;
      output Real y;
    algorithm
      y := if env.on then env.k*t + env.t else 0;
    end f;
  end B;
  model M
    inner World world(g = 4);
    A a;
    B b(env(k = 5));
    B c[2](env(k = {6, 7}));
  end M;
end P;
