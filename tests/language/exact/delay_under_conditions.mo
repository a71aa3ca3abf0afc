// RUN: causeway simulate %s -o %t.csv --stop 3
// FINAL: t1 = 1.5 +- 1e-9
// FINAL: t2 = 2.5 +- 1e-9
// FINAL: held = 1.5 +- 1e-9
// FINAL: late = 2 +- 1e-9
// FINAL: x = 0.5 +- 1e-6
// FINAL: y = 2.25 +- 1e-9
// FINAL: z = 2.5 +- 1e-9
model delay_under_conditions "what delay remembers does not depend on where it is read (MLS 3.7.4.1)"
  discrete Real t1(start = 0, fixed = true), t2(start = 0, fixed = true), held(start = 0, fixed = true);
  Real late, x(start = 0, fixed = true), y, z;
equation
  when delay(time, 0.5) >= 1 then
    t1 = time;
  end when;
  when delay(if time > 2 then 1.0 else 0.0, 0.5) > 0.5 then
    t2 = time;
  end when;
  when sample(0, 2.5) then
    held = delay(time, 1);
  end when;
  late = if time > 2 then delay(time, 1) else 0;
  der(x) = if delay(time, 0.5) > 2 then 1 else 0;
algorithm
  if time > 2.75 then
    y := delay(time, 0.75);
  else
    y := 0;
  end if;
  z := time;
  z := delay(z, 0.5);
end delay_under_conditions;
