// RUN: causeway simulate %s -o %t.csv
// FINAL: n = 8 +- 1e-6
model M
  function f
    output Integer n;
  algorithm
    n := 1;
    while n < 5 loop
      n := 2 * n;
    end while;
  end f;
  Integer n = f();
end M;
