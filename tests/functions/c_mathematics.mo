// RUN: causeway simulate %s CMathematics.M -o %t.csv --stop 1
// FINAL: x[3] = -2.14159265358979 +- 1e-6
// FINAL: z = 2.71828182845905 +- 1e-6
// FINAL: w = 0.5 +- 1e-9
// RUN: causeway flatten %s CMathematics.M
// CHECK: log(z) = time
// Functions of C's own mathematics are the built-in ones: known during translation, with derivative and inverse.
package CMathematics
  function arcus "as the standard library had it before version 3"
    input Real angle;
    output Real y;
    external "C" y = asin(angle);
  end arcus;
  function logarithm
    input Real u;
    output Real y;
    external y = log(u);
  end logarithm;
  function size
    input Real u;
    output Real y;
    external "C" y = fabs(u);
  end size;
  constant Real pi = 2*arcus(1.0);
  model M
    parameter Integer n = integer(pi);
    Real x[n](each start = 1, each fixed = true);
    Real z(start = 2), w;
  equation
    der(x) = fill(-pi, n);
    logarithm(u = z) = time;
    w = size(-time/2);
  end M;
end CMathematics;
