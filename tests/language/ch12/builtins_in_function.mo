// RUN: causeway simulate %s -o %t.csv --stop 2
// FINAL: y = 0 +- 0
// Built-in functions inside a function: evaluated during translation and compiled they agree.
package BuiltinsInFunction
  type E = enumeration(a, b, c);
  record R Real x; Integer n; end R;
  function all
    input Real x[:];
    input Integer n;
    input E e;
    output Real y;
    output String t;
  protected
    R r[3];
    Real m[2, 3];
    Boolean bb[2];
  algorithm
    m := {{1, 2, 3}, {4, 5, 6}};
    y := max(m) + min(m) + product(m) + sum(symmetric(m[:, 1:2])) + sum(cat(2, m, m)) + sum([m; m]) + sum(vector(m[1:1, :]));
    r := {R(i, i) for i in 1:3};
    y := y + sum(r.x) + r[2].n + max(i*2.0 for i in 1:3) + min({3, 1, 2});
    bb := {true, x[1] > 1};
    if bb[1] and not bb[2] then
      y := y + 1;
    end if;
    t := String(e) + String(y, significantDigits = 4) + String(n, minimumLength = 5) + String(x[1], format = "6.2f") + String(true);
    y := y + Integer(e) + Integer(E(2)) + abs(-3) + sign(-2.5) + size(m, 2) + sum(size(m)) + ndims(m);
    y := y + (if e == E.b then 5 else 6) + sum(if x[i] > 0.5 then 1 else 2 for i in 1:size(x, 1)) + x[end] + x*x + sum(x .* x) +
      sum(x ./ (x .+ 1)) + sum(x .^ 2) + sum(-x);
    for q in E loop
      y := y + Integer(q);
    end for;
    for b in Boolean loop
      y := y + (if b then 1 else 0);
    end for;
    for i in {1, 3} loop
      y := y + i;
    end for;
    y := y + sum(skew({1, 2, 3})) + sum(diagonal({1, 2})) + sum(linspace(0, 1, 3)) + sum(identity(2)) + scalar({3}) + sum(matrix({1, 2})) +
      sum(transpose(m)) + cross({1, 0, 0}, {0, 1, 0})*{0, 0, 1} + sum(outerProduct({1, 2}, {3, 4})) + sum(ones(2, 2)) + sum(zeros(2)) + sum(fill(2.0, 2, 2));
    y := y + rem(7.5, 2) + mod(-1.5, 2) + div(7, 2) + floor(2.5) + ceil(2.5) + integer(2.7) + smooth(1, x[1]) + homotopy(x[1], 0) + semiLinear(x[1], 1, 2);
  end all;
  model M
    constant Real known = all({2, 2}, 3, E.b);
    Real at_run;
    String t;
    Real y = (if time < 1.999 then 0 else at_run - known);
  equation
    (at_run, t) = all({if time < 1 then 2 else 2, 2 + 0*time}, 3, E.b);
  end M;
end BuiltinsInFunction;
