// operator record arrays, reductions, in functions
// RUN: causeway simulate %s -o %t.csv
// FINAL: s.re = 6 +- 1e-9
// FINAL: s.im = 12 +- 1e-9
// FINAL: p.re = -3 +- 1e-9
// FINAL: q[2].im = 6 +- 1e-9
// FINAL: d.re = 5 +- 1e-9
// FINAL: z.re = 3 +- 1e-9
// FINAL: eq = 1 +- 0
package P
  operator record C
    Real re; Real im;
    encapsulated operator 'constructor'
      function fromReal input Real re; input Real im = 0; output P.C c(re = re, im = im); import P; algorithm annotation(Inline=true); end fromReal;
    end 'constructor';
    encapsulated operator function '0' import P; output P.C c; algorithm c := P.C(0, 0); end '0';
    encapsulated operator function '+' import P; input P.C a; input P.C b; output P.C c; algorithm c := P.C(a.re + b.re, a.im + b.im); end '+';
    encapsulated operator function '*' import P; input P.C a; input P.C b; output P.C c; algorithm c := P.C(a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re); end '*';
    encapsulated operator function '==' import P; input P.C a; input P.C b; output Boolean c; algorithm c := a.re == b.re and a.im == b.im; end '==';
    encapsulated operator function 'String' import P; input P.C a; output String s; algorithm s := String(a.re) + "+" + String(a.im) + "i"; end 'String';
  end C;
  function f input C a; input C b[:]; output C c; algorithm c := a; for i in 1:size(b, 1) loop c := c + b[i]; end for; end f;
  model M
    C a[3] = {C(i, 2 * i) for i in 1:3};
    C s = sum(a);
    C p = C(1, 2) * C(1, 2);
    C q[3] = {2 * x for x in {C(1, 1), C(2, 3), C(1, 0)}};
    C d = f(C(2, 0), {C(1, 1), C(2, 2)});
    C z = 1 + C(2, 1);
    Boolean eq = C(1.0, 0) == 1;
  end M;
end P;
