// Pictures of a linear model as the trade draws them.
// RUN: causeway linearize %s --bode %t_b.svg --nyquist %t_n.svg -q
// RUN: grep -c ">-45</text>" %t_b.svg; grep -c ">-135</text>" %t_b.svg; grep -c "class='n'" %t_b.svg | awk '{print ($1 > 8 ? "minor grid" : $0)}'
// CHECK: 1
// CHECK: 1
// CHECK: minor grid
// RUN: grep -c "−1" %t_n.svg; causeway linearize %s --nyquist %t_n.html -q; grep -c "points:true" %t_n.html
// CHECK: 1
// CHECK: 1
model M
  input Real u;
  output Real y;
  Real x(start = 0, fixed = true), z(start = 0, fixed = true);
equation
  der(x) = u - x;
  der(z) = 2*x - z;
  y = z;
end M;
