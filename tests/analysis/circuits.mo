// Operating points and small signals of circuits (the examples of a paper on MOSFET models of 2003): three volts, one ohm, then
// half an ohm beside three farads; a transistor of level 1; an amplifier of six transistors.
// RUN: causeway linearize %s 'Rc' --steady-state --outputs i --outputs power --frequency 1 -o rc.json -q && grep -o '"y0": .*' rc.json
// CHECK: "y0": [1, -2, 6]
// RUN: causeway linearize %s Rc --steady-state --frequency 1 --frequency 10
// CHECK: at rest by Newton
// CHECK: v → node at 1 Hz: -25.61{{[0-9]*}} dB, -80.95{{[0-9]*}} deg
// CHECK: v → node at 10 Hz: -45.50{{[0-9]*}} dB, -89.08{{[0-9]*}} deg
// RUN: printf 'time,v\n0,0\n1,3\n2,3\n' > ramp.csv; causeway simulate %s Rc -p node.start=0 --input ramp.csv --stop 2 --tolerance 1e-9 -o %t.csv
// VALUE: %t.csv node(1) = 0.367879 +- 1e-6
// VALUE: %t.csv node(2) = 0.767456 +- 1e-6
// RUN: causeway trim %s Stage
// CHECK: at rest by Newton
// CHECK: out {{2.5|2.49999999999999}}
// RUN: causeway trim %s Amplifier --outputs e12 --outputs e34
// CHECK: Amplifier: at rest by pseudo-transient
// CHECK: plus 7.87305
// CHECK: minus 7.87305
model Rc
  input Real v(start = 3);
  output Real node(start = 0);
  Real i = -(v - node)/1 "into the source", power = v*(v - node)/1;
equation
  3*der(node) = (v - node)/1 - node/0.5;
end Rc;
function ids "drain current, level 1 of Shichman and Hodges"
  input Real vds, vgs;
  output Real i;
protected
  constant Real kp = 2e-3, vt = 1, lambda = 0.02;
algorithm
  i := if vgs <= vt then 0 elseif vds < vgs - vt then kp*(1 + lambda*vds)*vds*(vgs - vt - vds/2) else kp/2*(vgs - vt)^2*(1 +
    lambda*vds);
  annotation(smoothOrder = 1);
end ids;
model Stage "one transistor, its drain resistor chosen so that half of 5 V remain: 1e-3*(2 - 1)^2*(1 + 0.02*2.5)*R = 2.5"
  parameter Real vg = 2, R = 2.5/1.05e-3;
  output Real out(start = 5);
equation
  1e-9*der(out) = (5 - out)/R - ids(out, vg);
end Stage;
model Amplifier "two stages of two bipolar transistors, a mirror of two: six exponentials, from nothing"
  constant Real vt = 0.025, is = 1e-15;
  parameter Real in1 = 0, in2 = 0, R1 = 10e3, R2 = 4.7e3, Rm = 10e3, beta = 100;
  output Real plus(start = 0), minus(start = 0);
  Real c1(start = 0), c2(start = 0), e12(start = 0), e34(start = 0), b(start = 0);
  Real i1 = is*(exp((in1 - e12)/vt) - 1), i2 = is*(exp((in2 - e12)/vt) - 1);
  Real i3 = is*(exp((c1 - e34)/vt) - 1), i4 = is*(exp((c2 - e34)/vt) - 1);
  Real i5 = is*(exp((b + 12)/vt) - 1), i6 = is*(exp((b + 12)/vt) - 1);
equation
  1e-9*der(c1) = (12 - c1)/R1 - i1 - i3/beta;
  1e-9*der(c2) = (12 - c2)/R1 - i2 - i4/beta;
  1e-9*der(e12) = (i1 + i2)*(1 + 1/beta) - i5;
  1e-9*der(e34) = (i3 + i4)*(1 + 1/beta) - (e34 + 12)/Rm;
  1e-9*der(plus) = (12 - plus)/R2 - i3;
  1e-9*der(minus) = (12 - minus)/R2 - i4;
  1e-9*der(b) = (0 - b)/Rm - i5 - i6/beta - i5/beta;
end Amplifier;
