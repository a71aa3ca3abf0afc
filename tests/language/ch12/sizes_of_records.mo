// Sizes inside records that come from arguments, results, defaults and constructors (MLS 3.6, 12.4.2, 12.6).
// RUN: causeway check %s
// CHECK: 0 failed
// RUN: causeway simulate %s SizesOfRecords.Arguments -o %t1.csv --stop 1
// FINAL: %t1.csv a.u = 1.1666666666666667 +- 1e-12
// FINAL: %t1.csv b[1].u = 1 +- 1e-12
// FINAL: %t1.csv b[2].u = 2 +- 1e-12
// RUN: causeway simulate %s SizesOfRecords.Results -o %t2.csv --stop 1
// FINAL: %t2.csv y = 14 +- 1e-12
// RUN: causeway simulate %s SizesOfRecords.Constructed -o %t3.csv --stop 1
// FINAL: %t3.csv s.z = 2.1 +- 1e-12
// FINAL: %t3.csv y = 4 +- 1e-12
package SizesOfRecords
  record Material
    Real k = 1;
  end Material;
  record Wall
    parameter Integer n = 3;
    parameter Real x[n] = fill(1, n);
    parameter Material material[n];
  end Wall;
  function resistance
    input Wall r;
    output Real y = 0;
  algorithm
    for i in 1:r.n loop
      y := y + r.x[i]/r.material[i].k;
    end for;
  end resistance;
  model Part
    parameter Wall p;
    final parameter Real u = resistance(r = p);
  end Part;
  model Arguments
    Part a(p(n = 2, x = {1, 2}, material = {Material(k = 2), Material(k = 3)}));
    Part b[3](p = q);
    parameter Wall q[3](n = {1, 2, 2});
  end Arguments;

  record Given
    parameter Integer n;
    Real[n] x;
  end Given;
  record Made
    parameter Integer n;
    Real[n] L;
    Real[n, n] R;
  end Made;
  function make
    input Given p;
    output Made c(n = p.n);
  algorithm
    c.L := 2*p.x;
    c.R := diagonal(p.x);
  end make;
  model Results
    replaceable record Data = Given(n = 2, x = {3, 4});
    final parameter Data given;
    final parameter Made c = make(given);
    parameter Real L[given.n] = c.L;
    Real y = sum(L);
  end Results;

  record Curve
    Real y[:];
    Real phi[size(y, 1)];
  end Curve;
  record Straight = Curve(y = {0, 1}, phi = {0, 1});
  record Pair
    Curve a;
    Curve b;
  end Pair;
  record Straights = Pair(a = Straight(), b = Straight());
  model Sub
    parameter Pair v;
    Real z = sum(v.a.phi) + sum(v.b.y);
  end Sub;
  record Outer
    Real first;
    Material inside;
  end Outer;
  model Constructed
    Sub s(v = Straights(a = Curve(y = {0, 0.5, 1}, phi = {0, 0.1, 1})));
    parameter Outer o = Outer(first = 3);
    Real y = o.first + o.inside.k;
  end Constructed;
end SizesOfRecords;
