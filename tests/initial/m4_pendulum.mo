// A pendulum in polar form.  (a) y is given: of two solutions the guess of x selects x = +L.  (b) x and y are given: the length
// follows, L = sqrt(x^2 + y^2).
// RUN: causeway simulate %s -o %t.csv --stop 0.1
// VALUE: %t.csv x(0) = 1 +- 1e-9
// VALUE: %t.csv phi(0) = 1.5707963267948966 +- 1e-9
// RUN: sed 's/x(start = 1)/x(start = -1)/; s/phi(start = 1)/phi(start = -1)/' %s > left.mo; causeway simulate left.mo -o %t1.csv --stop 0.1
// VALUE: %t1.csv x(0) = -1 +- 1e-9
// RUN: sed 's/L = 1;/L(fixed = false, start = 1);/; s/x(start = 1)/x(start = 0.3, fixed = true)/; s/y(start = 0, fixed = true)/y(start = -0.4, fixed = true)/' %s > length.mo; causeway simulate length.mo -o %t2.csv --stop 0.1
// VALUE: %t2.csv L(0) = 0.5 +- 1e-9
// VALUE: %t2.csv phi(0) = 0.6435011087932844 +- 1e-9
model Pendulum
  parameter Real m = 1, g = 9.81;
  parameter Real L = 1;
  Real phi(start = 1), w(start = 0, fixed = true);
  Real x(start = 1), y(start = 0, fixed = true);
equation
  der(phi) = w;
  m*der(w) = -(m*g/L)*sin(phi);
  x = L*sin(phi);
  y = -L*cos(phi);
end Pendulum;
