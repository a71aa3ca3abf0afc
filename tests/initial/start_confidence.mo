// Which of several start values of equal variables counts (MLS 3.6, 8.6.2): that set nearest to the top, also by way of
// parameters, whatever the depth of the variables; what a type says comes after all that is said about one variable.
// RUN: causeway simulate %s P.M -o %t.csv --stop 0
// FINAL: typed.port.h = 300 +- 1e-9
// FINAL: far.a.x = 3 +- 1e-9
// FINAL: chain.x = 7 +- 1e-9
// FINAL: shallow.y = 5 +- 1e-9
// RUN: causeway flatten %s P.M -o %t.dae
// RUN: causeway simulate %t.dae -o %t.again.csv --stop 0
// FINAL: %t.again.csv typed.port.h = 300 +- 1e-9
// FINAL: %t.again.csv far.a.x = 3 +- 1e-9
// FINAL: %t.again.csv chain.x = 7 +- 1e-9
package P
  type Enthalpy = Real(start = 100, nominal = 1e3);
  connector Port
    Enthalpy h;
  end Port;
  model Volume
    Real h(start = 300);
    Enthalpy g;
  equation
    der(h) = -h;
    g = h;
  end Volume;
  model Inside "the type's start value of a shallow variable, and one given to a deep variable"
    Volume v[2];
    Port q;
  equation
    q.h = v[1].h;
  end Inside;
  model Typed
    Inside i;
    Port port;
  equation
    port.h = i.q.h;
  end Typed;
  model A
    Real x(start = 4);
    Real y(start = 5);
  equation
    der(x) = -x;
    y = x;
  end A;
  model Outer "a modifier from farther out"
    A a;
    Real z(start = 6) = a.x;
  end Outer;
  model Chain "a modifier from farther out, by way of parameters"
    parameter Real first = 1;
    parameter Real second = first;
    Real x(start = 4);
    Real y(start = second);
  equation
    der(x) = -x;
    y = x;
  end Chain;
  model Shallow
    A a(y(start = 9));
    Real y(start = 5) = a.y;
  end Shallow;
  model M
    Typed typed;
    Outer far(a(x(start = 3)));
    Chain chain(first = 7);
    Shallow shallow(y(start = 5));
  end M;
end P;
