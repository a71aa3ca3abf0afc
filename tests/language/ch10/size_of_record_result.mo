// RUN: causeway simulate %s -o %t.csv
// FINAL: e.s = 12.7 +- 1e-12
// A record with ':' that a function returns with sizes of its own, and one that takes them from its argument.
package Results
  record Curve
    parameter Integer n = size(y, 1);
    parameter Real y[:];
    parameter Real eta[size(y, 1)];
  end Curve;
  record Fixed
    parameter Integer n;
    parameter Real y[n];
  end Fixed;
  function curve
    input Real p;
    output Curve c(y = {0, 1, 2}, eta = {p, p, p});
  algorithm
    c.eta[1] := 2*p;
  end curve;
  function total
    input Fixed f;
    output Real s;
  algorithm
    s := sum(f.y);
  end total;
  record Data
    parameter Curve one(y = {0}, eta = {0.7});
    final parameter Curve three = curve(3);
  end Data;
  model Part
    parameter Data d;
    parameter Fixed f(n = 2, y = {1, -1});
    Real s = sum(d.one.eta) + sum(d.three.eta) + time*total(f);
  end Part;
  model M
    parameter Data d;
    Part e(d(final one = d.one));
  end M;
end Results;
