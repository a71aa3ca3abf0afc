// Strings of numbers, enumerations and Booleans.
// RUN: causeway simulate %s -o %t.csv
// FINAL: a = 1 +- 0
// FINAL: b = 1 +- 0
// FINAL: c = 1 +- 0
// FINAL: d = 1 +- 0
// FINAL: e = 1 +- 0
// FINAL: f = 1 +- 0
// FINAL: h = 1 +- 0
// FINAL: g = 2 +- 0
model StringFormats
  String s = String(3.14159265, significantDigits = 4), t = String(42, minimumLength = 6, leftJustified = false), u = String(true), v = String(1e-10), w = String(2.5, format = "8.3f");
  Integer a = if s == "3.142" then 1 else 0, b = if t == "    42" then 1 else 0, c = if u == "true" then 1 else 0, d = if v == "1e-10" then 1 else 0, e = if w == "   2.500" then 1 else 0;
  type E = enumeration(one, two);
  E en = E.two;
  Integer f = if String(en) == "two" then 1 else 0;
  Integer g = Integer(en);
  String j = "a" + "b";
  Integer h = if j < "b" and j >= "ab" then 1 else 0;
end StringFormats;
