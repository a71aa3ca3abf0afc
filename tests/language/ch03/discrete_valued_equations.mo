// 3.8.4: both sides of an equation of Boolean, Integer, String or enumeration type are discrete-time expressions.
// RUN: causeway check --strict %s
// EXIT: 2
// CHECK: discrete_valued_equations.mo:17:13: error[FLAT0061]: 'b' changes at events only
// CHECK: discrete_valued_equations.mo:18:13: error[FLAT0061]: 'k' changes at events only
// CHECK: discrete_valued_equations.mo:19:12: error[FLAT0061]: 's' changes at events only
// CHECK: discrete_valued_equations.mo:24:31: error[FLAT0061]: 'j' changes at events only
// CHECK: discrete_valued_equations.mo:25:1: error[FLAT0061]: 'e' changes at events only
// CHECK-NOT: 'ok
model DiscreteValuedEquations
  function g
    input Real x;
    output Boolean b;
  algorithm
    b := x > 1;
  end g;
  Boolean b = noEvent(time > 0.5);
  Integer k = noEvent(integer(10 * time));
  String s = String(time);
  Boolean ok1 = g(integer(time)), ok2, ok3 = time > 0.5;
  Integer j;
  Boolean e;
equation
  if noEvent(time > 0.5) then j = 1; else j = 2; end if;
algorithm
  e := noEvent(time > 0.3);
  when time > 0.4 then
    ok2 := g(time);
  end when;
end DiscreteValuedEquations;
