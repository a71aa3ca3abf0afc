// RUN: causeway simulate %s GuardedRelation.Values -o %t.csv
// ALWAYS: %t.csv {b} == (({x} > 0) and ({x}**0.5 > 0.5) if {x} > 0 else 0) or abs({x} - 0.25) < 1e-6 or abs({x}) < 1e-6
// FINAL: %t.csv n = 5 +- 0
// RUN: causeway simulate %s GuardedRelation.Subscripts -o %t2.csv
// FINAL: %t2.csv i = 4 +- 0
// FINAL: %t2.csv k = 4 +- 0
// FINAL: %t2.csv y = 5 +- 0
// RUN: causeway simulate %s GuardedRelation.Outside -o %t3.csv
// EXIT: 5
// CHECK: subscript 4 of 't' ({{.*}}) is outside 1:3
// A relation on the right of and, or in a branch, need have a value only where it counts.
package GuardedRelation
  function root
    input Real x;
    output Real y;
  algorithm
    assert(x > 0, "the argument is positive");
    y := sqrt(x);
    annotation(Inline = false);
  end root;
  model Values
    Real x = sin(6*time);
    Boolean b = x > 0 and sqrt(x) > 0.5;
    Boolean c = if x > 0 then log(x) > -1 else false;
    Boolean d = not x > 0 or root(x) < 0.9;
    Integer n(start = 0, fixed = true);
  equation
    when {b, c, not b, not c, not d} then
      n = pre(n) + 1;
    end when;
  end Values;
  model Subscripts
    parameter Real t[3] = {0.2, 0.4, 0.6};
    Integer i(start = 1, fixed = true), k(start = 1, fixed = true);
    Real y = if i <= 3 then (if time >= t[i] + 1 then 1 else 0) else 5;
  equation
    when i <= 3 and time >= t[i] then
      i = pre(i) + 1;
    end when;
  algorithm
    when k <= 3 and time >= t[k] then
      k := pre(k) + 1;
    end when;
  end Subscripts;
  model Outside
    parameter Real t[3] = {0.2, 0.4, 0.6};
    Integer i(start = 1, fixed = true);
  equation
    when time >= t[i] and i <= 3 then
      i = pre(i) + 1;
    end when;
  end Outside;
end GuardedRelation;
