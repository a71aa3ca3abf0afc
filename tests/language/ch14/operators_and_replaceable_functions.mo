// RUN: causeway simulate %s -o %t.csv --stop 1
// FINAL: y = 6 +- 1e-9
// FINAL: z = 15 +- 1e-9
// FINAL: c.re = -5 +- 1e-9
// FINAL: v[2].re = 8 +- 1e-9
package P
  operator record C
    Real re; Real im;
    encapsulated operator 'constructor' function f input Real re; input Real im = 0; output P.C r(re = re, im = im); import P; algorithm end f; end 'constructor';
    encapsulated operator '*'
      function mul input P.C a; input P.C b; output P.C c; import P; algorithm c := P.C(a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re); end mul;
      function scalarProduct input P.C a[:]; input P.C b[size(a, 1)]; output P.C c; import P; algorithm c := P.C(0); for i in 1:size(a, 1) loop c := P.C(c.re + a[i].re * b[i].re, 0); end for; end scalarProduct;
    end '*';
    encapsulated operator '-' function neg input P.C a; output P.C c; import P; algorithm c := P.C(-a.re, -a.im); end neg; function sub input P.C a; input P.C b; output P.C c; import P; algorithm c := P.C(a.re - b.re, a.im - b.im); end sub; end '-';
    encapsulated operator function '^' input P.C a; input Integer n; output P.C c; import P; algorithm c := P.C(1); for i in 1:n loop c := c * a; end for; end '^';
  end C;
  replaceable function pick = first constrainedby basic;
  partial function basic input Real a[:]; output Real y; end basic;
  function first extends basic; algorithm y := a[1]; end first;
  function total extends basic; algorithm y := sum(a); end total;
  model U replaceable function g = first constrainedby basic; Real y = g({6, 9}); end U;
  model M
    U u1, u2(redeclare function g = total);
    Real y = u1.y, z = u2.y;
    C c = C(1, 2) ^ 2 - C(2, 4);
    C v[2] = {C(1), C(2)} .* {C(3), C(4)};
  end M;
end P;
