model superheater
  function g
    input Real a1;
    output Real y1;
  external "C" y1 = g(a1) annotation (Include = "double g(double h) { return 1/(1 + h); }\n");
  end g;
  function both
    input Real a1;
    output Real y1;
    output Real y2;
  external "C" both(a1, y1, y2) annotation (Include = "void both(double x, double *s, double *d) { *s = x + 1; *d = x - 1; }\n");
  end both;
  parameter Real V = 2.0;
  parameter Real W = 3.0;
  parameter Real hin = 1.0;
  parameter Real Qin = 3.0;
  Real h(start = 1.0);
  Real a;
  Real E(start = 1.0, fixed = true);
  Real r(start = 0.5);
  Real s;
  Real d;
equation
  der(E) = Qin - W*(h - hin);
  E = V*r*h;
  r = g(h);
  (s, d) = both(h);
  a = s - 2.0*d;
  annotation (experiment(StartTime = 0, StopTime = 0.5));
end superheater;
