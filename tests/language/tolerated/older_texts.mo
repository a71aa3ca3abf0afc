// What libraries written before the rules were settled do: a warning each, with the meaning that others give it.
// RUN: causeway simulate %s OlderTexts.M -o %t.csv --stop 1
// CHECK: warning[INST0306]: 'Level' is already declared differently (MLS 7.1)
// CHECK: warning[INST0902]: an element of a record must not be 'outer' (MLS 4.7)
// CHECK: warning[INST0209]: 'T' is not replaceable and cannot be redeclared (MLS 7.3.3)
// CHECK: warning[INST0119]: 'K' is imported in a base class only, and imports are not inherited (MLS 13.2.1)
// CHECK: warning[INST0591]: n is constant but its value is discrete-time
// FINAL: a.t.y = 2 +- 1e-9
// FINAL: x = 4 +- 1e-9
// FINAL: y = 6 +- 1e-9
// FINAL: set.power = 30 +- 1e-9
// RUN: causeway check --strict %s > %t.txt 2>&1
// EXIT: 2
// RUN: causeway check %s > %t.txt 2>&1
package OlderTexts
  package Constants
    constant Real c = 4;
  end Constants;
  function total "a constant that is new in each call"
    input Real u[:];
    output Real y;
  protected
    constant Integer n = size(u, 1);
  algorithm
    y := 0;
    for i in 1:n loop
      y := y + u[i];
    end for;
  end total;
  model A
    model T
      Real y = 1;
    end T;
    T t;
  end A;
  model Base
    import K = OlderTexts.Constants;
    type Level = Real(unit = "m");
  end Base;
  model System
    parameter Real scale = 3;
  end System;
  record Rating "its default hangs on the instance around it"
    outer System system;
    parameter Real power = 10*system.scale;
  end Rating;
  model N
    Real y = 2;
  end N;
  model M
    extends Base;
    type Level = Real(unit = "m", max = 5);
    A a(redeclare model T = N);
    Level x = K.c;
    Real y = total({1, 2, 3});
    inner System system;
    Rating set;
  end M;
end OlderTexts;
