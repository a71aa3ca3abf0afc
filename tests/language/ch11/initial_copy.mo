// What an initial algorithm holds aside while it assigns several elements is no unknown of the model.
// RUN: causeway simulate %s -o %t.csv --stop 1
// CHECK-NOT: $copy
// FINAL: n = 13 +- 1e-12
model InitialCopy
  Boolean g[2];
  Integer n;
initial algorithm
  n := 1;
  g[{1, 2}] := {true, false};
  while n < 3 loop
    n := n + 1;
    g[{1, 2}] := g[{2, 1}];
  end while;
equation
  when sample(0.1, 0.1) then
    g[{1, 2}] = pre(g[{2, 1}]);
    n = pre(n) + 1;
  end when;
end InitialCopy;
