// Free bodies turned by quaternions: each has a constraint Q*Q = 1 of its own, and three of its four elements are states at a time.
// RUN: causeway explain %s
// CHECK: 3 of b[40].Q[1], b[40].Q[2], b[40].Q[3], b[40].Q[4] at a time
// CHECK: 3 of b[1].Q[1], b[1].Q[2], b[1].Q[3], b[1].Q[4] at a time
// RUN: causeway simulate %s -o %t.csv --stop 5 --tolerance 1e-8
// Energy and angular momentum in space are those of the start, the quaternion has length one.
// ALWAYS: abs({b[3].energy} - 0.5*(1*9 + 2*0.01 + 3*0.04)) < 1e-5
// ALWAYS: abs({b[3].Q[1]}**2 + {b[3].Q[2]}**2 + {b[3].Q[3]}**2 + {b[3].Q[4]}**2 - 1) < 1e-9
// ALWAYS: abs({b[3].h[1]} - 3) < 1e-5 and abs({b[3].h[2]} - 0.2) < 1e-5 and abs({b[3].h[3]} - 0.6) < 1e-5
// ALWAYS: abs({b[40].h[1]} - 3) < 1e-5 and abs({b[40].h[2]} - 0.2) < 1e-5 and abs({b[40].h[3]} - 0.6) < 1e-5
model Quaternions
  model Body
    parameter Real J[3] = {1, 2, 3}, wx = 3;
    Real Q[4](start = {0, 0, 0, 1}), w[3](start = {wx, 0.1, 0.2}, each fixed = true) "in the body";
    Real energy = (J[1]*w[1]^2 + J[2]*w[2]^2 + J[3]*w[3]^2)/2;
    Real R[3, 3] "from the body to space", h[3] = R*{J[1]*w[1], J[2]*w[2], J[3]*w[3]};
  initial equation
    Q[1:3] = zeros(3);
  equation
    w = 2*[Q[4], Q[3], -Q[2], -Q[1]; -Q[3], Q[4], Q[1], -Q[2]; Q[2], -Q[1], Q[4], -Q[3]]*der(Q);
    Q*Q = 1;
    J[1]*der(w[1]) = (J[2] - J[3])*w[2]*w[3];
    J[2]*der(w[2]) = (J[3] - J[1])*w[3]*w[1];
    J[3]*der(w[3]) = (J[1] - J[2])*w[1]*w[2];
    R = transpose(2*[Q[1]^2 + Q[4]^2 - 0.5, Q[1]*Q[2] + Q[3]*Q[4], Q[1]*Q[3] - Q[2]*Q[4];
                     Q[2]*Q[1] - Q[3]*Q[4], Q[2]^2 + Q[4]^2 - 0.5, Q[2]*Q[3] + Q[1]*Q[4];
                     Q[3]*Q[1] + Q[2]*Q[4], Q[3]*Q[2] - Q[1]*Q[4], Q[3]^2 + Q[4]^2 - 0.5]);
  end Body;
  Body b[40];
end Quaternions;
