// RUN: causeway simulate %s -o %t.csv -q
// FINAL: %t.csv k = 11 +- 0
// FINAL: %t.csv n[1] = 2 +- 0
// RUN: causeway simulate %s -o %t1.csv -q -p k.start=10 -p 'n[1].start=20' -p e.start=c -p free.start=30 -p q.start=40 -p flag.start=false
// FINAL: %t1.csv k = 21 +- 0
// FINAL: %t1.csv n[1] = 21 +- 0
// FINAL: %t1.csv n[2] = 3 +- 0
// FINAL: %t1.csv e = 3 +- 0
// FINAL: %t1.csv free = 31 +- 0
// FINAL: %t1.csv q = 41 +- 0
// FINAL: %t1.csv neg = 1 +- 0
// FINAL: %t1.csv given = 6 +- 0
// RUN: causeway simulate %s -o %t2.csv -q -p e.start=Kind.b -p given.start=9 -p m=b
// FINAL: %t2.csv e = 2 +- 0
// FINAL: %t2.csv given = 6 +- 0
// FINAL: %t2.csv y = 1 +- 0
// RUN: causeway simulate %s -o %t3.csv -q --start-from %t1.csv --stop 2
// FINAL: %t3.csv n[1] = 22 +- 0
// FINAL: %t3.csv free = 32 +- 0
// CHECK-NOT: note
model start_of_discrete "start values of discrete variables from outside, with a model translated before"
  type Kind = enumeration(a, b, c);
  parameter Kind m = Kind.a;
  Real y = if m == Kind.b then 1 else 2;
  Integer k(start = 0) "clocked";
  Integer n[2](start = {1, 2}, each fixed = true);
  Kind e(start = Kind.a, fixed = true);
  Integer free(start = 3), given(start = 3);
  parameter Integer p = 4;
  Integer q(start = p, fixed = true);
  Boolean flag(start = true, fixed = true), neg = not flag;
initial equation
  pre(given) = 5;
equation
  when Clock(0.1) then
    k = previous(k) + 1;
  end when;
  when sample(0.5, 1) then
    n = pre(n) + {1, 1};
    e = pre(e);
    free = pre(free) + 1;
    given = pre(given) + 1;
    q = pre(q) + 1;
    flag = pre(flag);
  end when;
end start_of_discrete;
