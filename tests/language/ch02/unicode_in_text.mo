// Letters outside ASCII may stand in comments and strings (2.3.1, 2.3.3).
// RUN: causeway simulate %s -o %t.csv
// FINAL: x = 1 +- 1e-6
model M "Wärmeübertrager"
  // größer als
  parameter String s = "äöü";
  Real x = if s == "äöü" then 1 else 0;
end M;
