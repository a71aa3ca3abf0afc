// RUN: causeway simulate %s -o %t.csv --stop 1 --intervals 2
// FINAL: a = 15 +- 1e-6
// FINAL: b = 6 +- 1e-6
// FINAL: c = 3 +- 1e-6
model M
  function total input Integer n; output Integer s = 0; algorithm for i in 1:n loop s := s + i; end for; end total;
  function first input Real v[:]; input Real x; output Integer k = 0; algorithm
    for i in 1:size(v, 1) loop
      k := i;
      if v[i] > x then break; end if;
    end for;
  end first;
  function fact input Integer n; output Integer y; algorithm if n <= 1 then y := 1; return; end if; y := n*fact(n - 1); end fact;
  parameter Integer a = total(5);
  parameter Integer b = fact(3);
  parameter Integer c = first({1, 2, 5, 9}, 3);
end M;
