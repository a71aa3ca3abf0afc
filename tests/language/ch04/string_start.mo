// RUN: causeway simulate %s -o %t.csv --stop 1
// VALUE: %t.csv k(0.4) = 1 +- 0
// VALUE: %t.csv k(0.6) = 2 +- 0
// The start value of a String counts before its first assignment (4.9.5).
model StringStart
  parameter String name = "c";
  String s(start = "ab" + name);
  Integer k = if s == "abc" then 1 elseif s == "go" then 2 else 3;
equation
  when time > 0.5 then
    s = "go";
  end when;
end StringStart;
