// RUN: causeway simulate %s -o %t.csv
// FINAL: x = 120 +- 1e-6
model M
  function factorial
    input Integer n;
    output Integer y;
  algorithm
    y := if n <= 1 then 1 else n * factorial(n - 1);
  end factorial;
  Integer x = factorial(5);
end M;
