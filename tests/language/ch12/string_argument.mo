// RUN: causeway simulate %s -o %t.csv
// FINAL: n = 1 +- 1e-6
model M
  function hello input String name; output String s; algorithm s := "hello " + name; end hello;
  parameter String s = hello("you");
  Integer n = if s == "hello you" then 1 else 0;
end M;
