// RUN: causeway simulate %s -o %t.csv --stop 3
// VALUE: %t.csv i(0.5) = 3 +- 0
// VALUE: %t.csv j(0.5) = 3 +- 0
// VALUE: %t.csv i(2) = 4 +- 0
// Each branch gives a direction, together they look like a loop.
model IntegerLoop
  Integer i(start = 0), j(start = 0);
equation
  i = if time > 1 then j else 3;
  j = if time > 1 then 4 else i;
end IntegerLoop;
