// record with record arrays, function with record array in/out, modifier on nested arrays of records
// RUN: causeway simulate %s -o %t.csv
// FINAL: t = 21 +- 0
// FINAL: q[2].a.v = 7 +- 0
// FINAL: z.p[2].v = 14 +- 0
package P
  record A Real v = 1; end A;
  record B A a; Real w = 2 * a.v; end B;
  record C A p[2](v = {3, 4}); Real s = p[1].v + p[2].v; end C;
  function f input C c; output C d; algorithm d := c; for i in 1:2 loop d.p[i].v := c.p[i].v + 10; end for; end f;
  model M
    B q[3](a(v = {6, 7, 8}));
    C c;
    C z = f(c);
    Real t = q[2].w + c.s;
  end M;
end P;
