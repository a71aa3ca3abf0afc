// Parameters that follow from each other in many instances are computed in loops, one for each equation: code follows
// the number of different equations, not of instances.
// RUN: causeway simulate %s -o %t.csv
// RUN: causeway simulate %s --dump c -o %t.csv > %t.txt
// RUN: python3 -c "n = open('%t.txt').read().count(chr(10)); print('short' if n < 280 else n)"
// CHECK: short
// FINAL: y = 11.180769304 +- 1e-8
model ParametersInLoops "devices with constants of their own"
  model Device
    parameter Real a = 1;
    parameter Real b = sqrt(a)*2;
    parameter Real c = exp(-b)*a;
    parameter Real d = b*c + log(a);
    parameter Real e = d/(1 + a*c);
    parameter Real f = sin(e) + b;
    parameter Real g = cos(f)*c;
  end Device;
  model Two
    Device p, q;
  end Two;
  model Four
    Two p, q;
  end Four;
  model Eight
    Four p, q;
  end Eight;
  Eight k(p(p(p(a = 1.5)))), l(p(p(p(a = 2)))), m(p(p(p(a = 2.5)))), n(p(p(p(a = 3)))), o(p(p(p(a = 4))));
  Real y = (k.q.q.q.f + l.q.q.q.f + m.q.q.q.f + n.q.q.q.f + o.q.q.q.f)*time;
  annotation(experiment(StopTime = 1));
end ParametersInLoops;
