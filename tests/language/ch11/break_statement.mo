// RUN: causeway simulate %s -o %t.csv
// FINAL: n = 3 +- 1e-6
model M
  function f
    output Integer n;
  algorithm
    n := 0;
    for i in 1:10 loop
      if i > 3 then
        break;
      end if;
      n := i;
    end for;
  end f;
  Integer n = f();
end M;
