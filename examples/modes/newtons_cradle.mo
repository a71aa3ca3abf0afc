// RUN: causeway simulate %s -o %t.csv --tolerance 1e-12 --interval 0.05
// VALUE: %t.csv v[1](1.5) = 0.99749498660 +- 1e-8
// VALUE: %t.csv v[5](1.5) = 0 +- 1e-9
// VALUE: %t.csv v[1](1.6) = 0 +- 1e-9
// VALUE: %t.csv v[5](1.6) = 0.99957360304 +- 1e-8
// VALUE: %t.csv x[5](3) = 0.98999249660 +- 1e-8
// VALUE: %t.csv v[1](5) = -0.95892427466 +- 1e-8
// FINAL: v[5] = 0.98935824662 +- 1e-8
// ALWAYS: abs({energy} - 0.5) < 1e-9
model NewtonsCradle "The blow goes through balls that touch each other in no time: a cascade of impacts at one instant"
  parameter Integer N = 5;
  Real x[N](start = {if i == 1 then -1 else 0 for i in 1:N}, each fixed = true) "in lengths of small swings";
  Real v[N](each start = 0, each fixed = true);
  Real energy = (v*v + x*x)/2;
  Boolean hit[N - 1] = {x[i] >= x[i + 1] - 1e-9 and v[i] > v[i + 1] + 1e-6 for i in 1:N - 1};
equation
  der(x) = v;
  der(v) = -x;
  when hit[1] then
    reinit(v[1], pre(v[2]));
  end when;
  for i in 2:N - 1 loop
    when {hit[i - 1], hit[i]} then
      reinit(v[i], if edge(hit[i - 1]) then pre(v[i - 1]) else pre(v[i + 1]));
    end when;
  end for;
  when hit[N - 1] then
    reinit(v[N], pre(v[N - 1]));
  end when;
  annotation (experiment(StopTime = 8));
end NewtonsCradle;
