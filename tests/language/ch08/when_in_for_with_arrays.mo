// when in for equations with array elements, elsewhen, discrete arrays
// RUN: causeway simulate %s -o %t.csv --stop 1
// FINAL: d[1] = 0.25 +- 1e-6
// FINAL: d[3] = 0.75 +- 1e-6
// FINAL: k = 2 +- 0
// FINAL: v[2] = 7 +- 0
model M
  discrete Real d[3](each start = 0, each fixed = true);
  Integer k(start = 0, fixed = true);
  Integer v[2](each start = 0, each fixed = true);
equation
  for i in 1:3 loop
    when time > 0.25 * i then
      d[i] = time;
    end when;
  end for;
  when d[1] > 0.1 and d[2] > 0.1 then
    k = 2;
    v = {3, 7};
  elsewhen d[1] > 0.1 then
    k = 1;
    v = {pre(v[1]) + 1, 5};
  end when;
end M;
