// What happens at the end.
// RUN: causeway simulate %s -o %t.csv
// FINAL: n = 7 +- 0
model Terminal
  Integer n(start = 0, fixed = true);
equation
  when terminal() then
    n = 7;
  end when;
end Terminal;
