// nested classes: type in model, function in model using enclosing constants, encapsulated package with imports, within package hierarchy
// RUN: causeway simulate %s -o %t.csv
// FINAL: y = 42 +- 0
// FINAL: z = 6 +- 0
package Top
  constant Integer c = 6;
  package A
    constant Integer c = 7;
    encapsulated package E
      import Top; import B = Top.A;
      function f output Integer y; algorithm y := Top.c * B.c; end f;
    end E;
    model M
      function g output Integer y; algorithm y := .Top.c; end g;
      Integer y = E.f();
      Integer z = g();
    end M;
  end A;
end Top;
