// when assigning records and arrays, functions with several outputs in when
// RUN: causeway simulate %s -o %t.csv --stop 1
// FINAL: r.a = 3 +- 0
// FINAL: q[2] = 0.5 +- 1e-6
// FINAL: u = 7 +- 1e-6
model M
  record R Real a; Integer n; end R;
  function two input Real x; output Real y; output Integer k; algorithm y := 7; k := 3; end two;
  R r;
  discrete Real q[2], u;
  Integer k;
equation
  when time > 0.5 then
    r = R(3, 4);
    q = {1, time};
    (u, k) = two(time);
  end when;
end M;
