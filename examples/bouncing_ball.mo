// A ball that bounces ever lower and comes to rest: the impacts are at sqrt(2*0.9/g) = 0.428352937 s, then after
// 2*c^k*v/g each; they accumulate at 8.1387 s.
// RUN: causeway simulate %s -o %t.csv
// VALUE: %t.csv velocity(0.42) = -4.1202 +- 1e-6
// VALUE: %t.csv impactTime(0.5) = 0.4283529369 +- 1e-8
// VALUE: %t.csv impactTime(1.5) = 1.1993882233 +- 1e-8
// VALUE: %t.csv impactTime(2) = 1.8933199810 +- 1e-8
// VALUE: %t.csv impactTime(5.2) = 5.1515571238 +- 1e-8
// VALUE: %t.csv impactTime(7.999) = 7.9980072536 +- 1e-8
// VALUE: %t.csv height(1) = 0.65907039 +- 1e-6
// VALUE: %t.csv height(5) = 0.23406870 +- 1e-5
// ALWAYS: {height} > 0.1 - 1e-6
// FINAL: height = 0.1 +- 1e-5
// FINAL: velocity = 0 +- 1e-9
model BouncingBall "Impacts as events; at rest the ball lies on the floor"
  parameter Real g(unit = "m/s2") = 9.81;
  parameter Real c = 0.9 "Part of the speed that is left after an impact";
  parameter Real radius(unit = "m") = 0.1;
  parameter Real slow(unit = "m/s") = 1e-4 "Below this speed it stays on the floor";
  Real height(unit = "m", start = 1, fixed = true) "Of the centre";
  Real velocity(unit = "m/s", start = 0, fixed = true);
  Boolean flying(start = true, fixed = true);
  Boolean impact;
  discrete Real impactTime(unit = "s", start = 0, fixed = true) "Time of the last impact";
  discrete Real rebound(unit = "m/s", start = 0, fixed = true) "Speed after the last impact";
equation
  impact = height <= radius;
  der(height) = velocity;
  der(velocity) = if flying then -g else 0;
  when {impact, impact and velocity <= 0} then
    impactTime = time;
    rebound = if edge(impact) then -c*pre(velocity) else 0;
    flying = rebound > slow;
    reinit(velocity, if rebound > slow then rebound else 0);
  end when;
  annotation(experiment(StopTime=10, Interval=0.01, Tolerance=1e-12));
end BouncingBall;
