// when/elsewhen in algorithm with priorities, vector conditions, initial()
// RUN: causeway simulate %s -o %t.csv --stop 1
// FINAL: a = 13 +- 0
// FINAL: b = 2 +- 0
// FINAL: c = 1 +- 0
// FINAL: t0 = 0.75 +- 1e-6
model M
  Integer a(start = 0, fixed = true);
  Integer b;
  Integer c(start = 0, fixed = true);
  discrete Real t0;
algorithm
  when {initial(), time >= 0.5} then
    a := pre(a) + 1;
    b := 1;
  elsewhen time >= 0.5 then
    a := 100;
  elsewhen {time >= 0.75, time >= 0.8} then
    a := pre(a) + 5 + (if time > 0.78 then 1 else 0);
    b := 2;
    t0 := if time < 0.78 then time else pre(t0);
  end when;
algorithm
  when initial() then
    c := 1;
  end when;
end M;
