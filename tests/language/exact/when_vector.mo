// A vector of conditions triggers for each of them, their disjunction once (MLS 8.3.5).
// RUN: causeway simulate %s -o %t.csv
// FINAL: n = 3 +- 0
// FINAL: m = 1 +- 0
model WhenVector
  Integer n(start = 0, fixed = true), m(start = 0, fixed = true);
equation
  when {time > 0.3, time > 0.6, sample(0.45, 10)} then
    n = pre(n) + 1;
  end when;
  when time > 0.3 or time > 0.6 then
    m = pre(m) + 1;
  end when;
end WhenVector;
