// Four tanks and two pumps (K. H. Johansson, "The quadruple-tank process", 2000): the position of two valves decides
// whether the process as a whole has a zero on the right.  (1 + s T3)(1 + s T4) = (1 - g1)(1 - g2)/(g1 g2) gives the
// zeros; published: -0.060, -0.018 with the first setting, -0.057, 0.013 with the second.
// RUN: causeway linearize %s --steady-state
// CHECK: time constant 90.6306
// CHECK: time constant 62.356
// CHECK: time constant 30.0897
// CHECK: time constant 22.7614
// CHECK: zeros of all inputs and outputs together: -0.0596979 -0.0174701
// RUN: causeway linearize %s --steady-state -p gamma1=0.43 -p gamma2=0.34 -p k1=3.14 -p k2=3.29 -p v10=3.15 -p v20=3.15
// CHECK: zeros of all inputs and outputs together: -0.0562468 0.0127589
model QuadrupleTank "four tanks and two pumps (Johansson 2000): valves decide whether a zero lies on the right"
  parameter Real k1 = 3.33 "pump, cm3/(V s)";
  parameter Real k2 = 3.35 "pump, cm3/(V s)";
  parameter Real gamma1 = 0.70 "part of pump 1 that goes to tank 1, the rest to tank 4";
  parameter Real gamma2 = 0.60 "part of pump 2 that goes to tank 2, the rest to tank 3";
  parameter Real v10 = 3.0 "V";
  parameter Real v20 = 3.0 "V";
  input Real v1(start = 0) "voltage of pump 1, above v10";
  input Real v2(start = 0) "voltage of pump 2, above v20";
  output Real y1 "measured level of tank 1, V";
  output Real y2 "measured level of tank 2, V";
  Real h[4](start = {12, 13, 2, 1.5}) "levels, cm";
protected
  parameter Real area[4] = {28, 32, 28, 32} "cm2";
  parameter Real hole[4] = {0.071, 0.057, 0.071, 0.057} "cm2";
  Real out[4] "cm3/s";
equation
  out = {hole[i]*sqrt(2*981*h[i]) for i in 1:4};
  area[1]*der(h[1]) = out[3] - out[1] + gamma1*k1*(v10 + v1);
  area[2]*der(h[2]) = out[4] - out[2] + gamma2*k2*(v20 + v2);
  area[3]*der(h[3]) = (1 - gamma2)*k2*(v20 + v2) - out[3];
  area[4]*der(h[4]) = (1 - gamma1)*k1*(v10 + v1) - out[4];
  y1 = 0.5*h[1];
  y2 = 0.5*h[2];
end QuadrupleTank;
