// RUN: causeway simulate %s -o %t.csv --stop 5
// CHECK: 0 to 5 s
// ALWAYS: abs({m[1]} + {m[2]} + {m[3]} + {m[4]} + {m[5]}) < 1e-9
// ALWAYS: abs(1e6*{m[1]}*({m[1]}**2 + 1e-12)**0.5 - {m[1]}/({m[1]}**2 + 1e-12)**0.5 - {drive[1]} - {p}) < 1e-5
// ALWAYS: abs(1e6*{m[3]}*({m[3]}**2 + 1e-12)**0.5 + 0.7*{m[3]}/({m[3]}**2 + 1e-12)**0.5 - {drive[3]} - {p}) < 1e-5
// Openings of a room, through which air flows that is lighter or heavier by where it comes from: flows sustain
// themselves, until their branch of solutions ends.  The path of continuation turns back there and leads to another.
model BranchThatEnds
  parameter Integer n = 5;
  parameter Real small = 1e-6;
  parameter Real buoyancy[n] = {1, 0.8, -0.7, 0.9, 0.6};
  Real drive[n] = {2*sin(time + i) for i in 1:n};
  Real m[n];
  Real p(start = 0);
  Real s(start = 0, fixed = true);
equation
  for i in 1:n loop
    1e6*m[i]*sqrt(m[i]^2 + small^2) - buoyancy[i]*m[i]/sqrt(m[i]^2 + small^2) = drive[i] + p;
  end for;
  sum(m) = 0;
  der(s) = p;
end BranchThatEnds;
