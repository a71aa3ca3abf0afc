// RUN: causeway simulate %s -o %t.csv
// FINAL: n = 2 +- 1e-6
model M
  function f
    input Integer k;
    output Integer n;
  algorithm
    n := 2;
    if k > 1 then
      return;
    end if;
    n := 3;
  end f;
  Integer n = f(5);
end M;
