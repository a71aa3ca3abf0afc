// RUN: causeway simulate %s -o %t.csv
// FINAL: n = 1 +- 1e-6
model M
  parameter String s = "one
two";
  Integer n = if s == "one\ntwo" then 1 else 0;
end M;
