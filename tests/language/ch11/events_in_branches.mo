// Relations and rounding of local results, in branches and in several values of one variable.
// RUN: causeway simulate %s -o %t.csv --stop 1 --intervals 7
// FINAL: n = 2 +- 0
// FINAL: t1 = 0.3 +- 1e-6
// FINAL: t2 = 0.55 +- 1e-6
// FINAL: t3 = 0.8 +- 1e-6
// FINAL: z = 0.45 +- 1e-6
model EventsInBranches
  Real u;
  Boolean b, c, d;
  Integer n;
  discrete Real t1, t2, t3;
  Real z(start = 0, fixed = true);
algorithm
  u := 2 * time;
  b := u > 0.6;
  u := u + 1;
  if b then
    c := u > 2.1;
  else
    c := false;
  end if;
  u := u - 0.8;
  d := u >= 1.8;
  n := integer(u + 1e-9);
  when b then t1 := time; end when;
  when c then t2 := time; end when;
  when d then t3 := time; end when;
equation
  der(z) = if c then 1 else 0;
end EventsInBranches;
