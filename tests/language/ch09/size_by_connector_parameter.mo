// connectors with parameters, arrays in connectors, sizes by connector parameter
// RUN: causeway simulate %s -o %t.csv
// FINAL: b.s = 6 +- 1e-9
package P
  connector C parameter Integer n = 1; Real v[n]; flow Real i[n]; end C;
  model A C c(n = 3); equation c.v = {1, 2, 3}; end A;
  model B C c(n = 3); Real s = sum(c.v); equation c.i = zeros(3); end B;
  model M A a; B b; equation connect(a.c, b.c); end M;
end P;
