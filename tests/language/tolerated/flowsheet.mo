// Libraries of flowsheets: data as models without equations, base classes that name what only their heirs declare, imports
// of packages that are gone, defaults of functions whose modifiers do not fit what replaces them.
// RUN: causeway simulate %s Flowsheet.Plant -o %t.csv --stop 1
// CHECK: warning[INST0931]: 'c' is a model: the prefix 'parameter' is for types, records and connectors only (MLS 4.4.2)
// CHECK: warning[INST0121]: 'n' is not declared in this base class, only in 'Flowsheet.Stream', which extends it (MLS 5.3.1)
// CHECK: warning[INST0205]: class
// CHECK: warning[INST0940]: redeclaration of 'f': class
// FINAL: flow_.total = 5 +- 1e-12
// FINAL: flow_.twice = 10 +- 1e-12
// FINAL: gate.y = 12 +- 1e-12
// RUN: causeway check --strict %s Flowsheet.Plant
// EXIT: 2
// CHECK: error[INST0110]: import of 'Gone': there is no such name
package Flowsheet
  model Properties
    parameter String name = "";
    parameter Real m "mass";
    parameter Real k[2];
  end Properties;
  model Water
    extends Properties(name = "water", m = 2, k = {1, 2});
  end Water;
  model Salt
    extends Properties(name = "salt", m = 3, k = {3, 4});
  end Salt;
  model Guess
    import Flowsheet.Gone.*;
    parameter Real guess[n] = {c[i].m for i in 1:n};
    Real twice;
  equation
    twice = double(sum(guess));
  end Guess;
  model Stream
    parameter Integer n;
    parameter Properties c[n];
    Real total = sum(c[:].m);
    function double
      input Real u;
      output Real y;
    algorithm
      y := 2*u;
    end double;
    extends Guess;
  end Stream;
  function line
    input Real u;
    input Real slope = 1;
    output Real y;
  algorithm
    y := slope*u;
  end line;
  function square
    input Real u;
    input Real scale = 1;
    output Real y;
  algorithm
    y := scale*u^2;
  end square;
  model Gate
    replaceable function f = line(slope = 2);
    Real y = f(2);
  end Gate;
  model Plant
    parameter Water water;
    parameter Salt salt;
    Stream flow_(n = 2, c = {water, salt});
    Gate gate(redeclare function f = square(scale = 3));
  end Plant;
end Flowsheet;
