// RUN: causeway simulate %s -o %t.csv --stop 1
// FINAL: a = 2 +- 0
// FINAL: b = 3 +- 0
// FINAL: c = 6 +- 0
model M
  Integer a(start = 0, fixed = true), b(start = 0, fixed = true), c(start = 0, fixed = true);
  Boolean t = time > 0.5;
equation
  when t then
    c = a * b;
  end when;
  when t then
    b = a + 1;
  end when;
  when t then
    a = 2;
  end when;
end M;
