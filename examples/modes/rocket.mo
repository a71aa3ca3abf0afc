// RUN: causeway simulate %s -o %t.csv --tolerance 1e-12
// CHECK: 2 modes, 1 changes
// VALUE: %t.csv v2(60) = 2290.7268297 +~ 1e-10
// FINAL: v2 = 6135.86984 +~ 1e-10
// FINAL: v1 = 2290.7268297 +~ 1e-10
// VALUE: %t.csv dropped(59.999999999) = 0 +- 0
// VALUE: %t.csv dropped(60) = 1 +- 0
model Rocket "The first stage is dropped: two bodies that were one"
  Real m1(start = 70, fixed = true) "first stage, 60 kg of it fuel";
  Real m2(start = 30, fixed = true) "second stage, 20 kg of it fuel";
  Real v1(start = 0, fixed = true), v2(start = 0);
  Real f "between the stages";
  Boolean dropped = time >= 60;
equation
  der(m1) = if dropped then 0 else -1;
  der(m2) = if dropped then -0.5 else 0;
  m1*der(v1) = (if dropped then 0 else 2500*1) - f;
  m2*der(v2) = (if dropped then 3500*0.5 else 0) + f;
  if dropped then
    f = 0;
  else
    v1 = v2;
  end if;
  annotation (experiment(StopTime = 100));
end Rocket;
