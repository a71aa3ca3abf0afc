// Loops of variables that are not Real, outside of when: iterated from event to event, also when one equation is all that is left of them.
// RUN: causeway simulate %s -o %t.csv --stop 2
// CHECK: start values taken, for too few conditions are given: {{[cd]}}
// ALWAYS: %t.csv {a} == 1 and {b} == 0 and {c} + {d} == 1
// VALUE: %t.csv i(0.5) = 0 +- 0
// VALUE: %t.csv i(1.5) = 5 +- 0
// VALUE: %t.csv j(1.5) = 5 +- 0
// RUN: sed 's/  d = not c;/  e = not d; c = not e;/; s/b, c, d;/b, c, d, e;/; s/c = not d;/d = not c;/' %s > three.mo; causeway simulate three.mo -o %t3.csv --stop 2
// EXIT: 4
// CHECK: error[RT0041]: initialisation failed at time 0: the event iteration does not end:
// CHECK: changes again and again
model Rings
  Boolean a(start = true), b, c, d;
  Integer i(start = 0), j;
equation
  a = not b;
  b = not a;
  c = not d;
  d = not c;
  i = if time > 1 then min(j + 1, 5) else 0;
  j = i;
end Rings;
