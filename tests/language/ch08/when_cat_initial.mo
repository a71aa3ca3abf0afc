// initial() among the conditions of a when, also where they are put together by cat (MLS 8.6).
// RUN: causeway simulate %s -o %t.csv --stop 1
// FINAL: n = 2 +- 0
// FINAL: m = 2 +- 0
model WhenCatInitial
  Boolean b[1] = {time > 0.5};
  Integer n(start = 0, fixed = true), m(start = 0, fixed = true);
equation
  when cat(1, {initial()}, b) then
    n = pre(n) + 1;
  end when;
algorithm
  when cat(1, b, {initial()}) then
    m := pre(m) + 1;
  end when;
end WhenCatInitial;
