// Calls with several results, and algorithms, whose arguments contain what they compute are solved, not evaluated once.
// RUN: causeway simulate %s -o %t.csv
// FINAL: x = 2 +- 1e-9
// FINAL: y = 0 +- 1e-9
// FINAL: v[1] = 0.33333333333 +- 1e-9
// FINAL: v[2] = 0.33333333333 +- 1e-9
// FINAL: p = 0.33333333333 +- 1e-9
// FINAL: r.a = 0.33333333333 +- 1e-9
// FINAL: r.b = 0.33333333333 +- 1e-9
// FINAL: s = 0.33333333333 +- 1e-9
// FINAL: q = 0.33333333333 +- 1e-9
// FINAL: e = 1.41421356237 +- 1e-8
// FINAL: kept = -5 +- 1e-9
// FINAL: state = 1.5 +- 1e-6
model ImplicitResults
  record Pair
    Real a;
    Real b;
  end Pair;
  function both
    input Real x;
    input Real y;
    output Real a;
    output Real b;
  algorithm
    a := x + y;
    b := x - y;
    for i in 1:1 loop
      b := b;
    end for;
  end both;
  function twoOf
    input Real u;
    output Real y[2];
  algorithm
    for i in 1:2 loop
      y[i] := if i == 1 then 1 - 2*u else u;
    end for;
  end twoOf;
  function asRecord
    input Real u;
    output Pair r;
  algorithm
    r.a := 1 - 2*u;
    r.b := u;
    for i in 1:1 loop
      r.b := u;
    end for;
  end asRecord;
  function squares
    input Real u;
    output Real a;
    output Real b;
  algorithm
    a := u^2;
    for i in 1:1 loop
      b := 2;
    end for;
  end squares;
  Real x, y;
  Real v[2];
  Real w[2], p "an alias of what is computed";
  Pair r;
  Real s, t, q;
  Real e(start = 1) "where two results agree", a, b;
  Real kept(start = 3) "an algorithm reads what it was given", left;
  Real state(start = 0.5, fixed = true), rate, other;
equation
  (x, y) = both(time, 2*y + 1);
  v = twoOf(v[1]);
  w = twoOf(p);
  w[1] = p;
  r = asRecord(r.a);
  (a, b) = squares(e);
  a = b;
  (rate, other) = both(2 - rate, 0);
  der(state) = rate;
algorithm
  s := 1 - 2*q;
  t := s;
algorithm
  kept := 1 - 2*kept;
  left := kept;
equation
  q = s;
end ImplicitResults;
