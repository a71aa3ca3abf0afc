// RUN: causeway simulate %s -o %t.csv
// FINAL: n = 1 +- 1e-6
model M
  parameter String s = String(7, minimumLength = 3, leftJustified = false) + String(7, minimumLength = 3) + "|";
  Integer n = if s == "  77  |" then 1 else 0;
end M;
