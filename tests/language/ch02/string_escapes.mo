// RUN: causeway simulate %s -o %t.csv
// FINAL: n = 1 +- 1e-6
model M
  parameter String s = "a\tb\n\"c\"\\";
  parameter String t = "a	b
\"c\"\\";
  Integer n = if s == t then 1 else 0;
end M;
