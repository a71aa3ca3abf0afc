// RUN: causeway simulate %s -o %t.csv
// FINAL: d = 0.5 +- 1e-6
model M
  discrete Real d(start = 0, fixed = true);
equation
  when time >= 0.5 then
    d = time;
  end when;
end M;
