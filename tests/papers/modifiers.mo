// Otter and Olsson 2002, New Features in Modelica 2.0: arrays of components and the forms of modifying their elements.  The form with
// subscripts left the language later; it is refused with the way to write it.
// RUN: causeway simulate %s -o %t.csv --stop 0
// FINAL: a.frames[3].beta = 3 +- 0
// FINAL: a.frames[4].r[3] = 1 +- 0
// FINAL: b.frames[2].r[1] = 1 +- 0
// FINAL: b.frames[2].r[2] = 0 +- 0
// FINAL: c[10].frames[3].beta = 1 +- 0
// FINAL: d.frames[2].alpha = -1 +- 0
// FINAL: d.frames[1].r[1] = 1 +- 0
// FINAL: sums[1] = 22 +- 0
// FINAL: sums[2] = 2 +- 0
// FINAL: sums[3] = 30 +- 0
// FINAL: sums[4] = 2 +- 0
// A line of n elements: the sum of the resistances is that of the line, half an element at both ends.
// FINAL: line.total = 1 +- 1e-15
// FINAL: line.R[1].R = 0.05 +- 1e-16
// FINAL: line.R[2].R = 0.1 +- 1e-16
// FINAL: line.R[11].R = 0.05 +- 1e-16
// RUN: sed 's/Part d(n = 2, .*/Part d(n = 2, frames[1](r = {1, 0, 0}, alpha = 1), frames[2].alpha = -1);/' %s > subscripts.mo; causeway check subscripts.mo
// EXIT: 2
// CHECK: a modifier cannot have subscripts
// CHECK: modify the whole array
model Modifiers
  model FixedFrame
    parameter Real r[3] = {0, 0, 0}, alpha = 0, beta = 0;
  end FixedFrame;
  model Part
    parameter Integer n = 4;
    FixedFrame frames[n];
  end Part;
  model Resistor
    parameter Real R = 1;
  end Resistor;
  model Line
    parameter Integer n = 10;
    parameter Real L = 1, r = 1;
    parameter Real Re = r*L/n;
    Resistor R[n + 1](R = vector([Re/2; fill(Re, n - 1); Re/2]));
    Real total = sum(R.R);
  end Line;
  Part a(frames(beta = {1, 2, 3, 4}, r = fill(1, 4, 3)));
  Part b(n = 2, frames(each r = {1, 0, 0}));
  Part c[10](each n = 3, each frames(each beta = 1));
  Part d(n = 2, frames(alpha = {1, -1}, r = {{1, 0, 0}, {0, 0, 0}}));
  Line line;
  Real sums[4] = {sum(a.frames.beta) + sum(a.frames.r), sum(b.frames.r), sum(c.frames.beta), d.frames[1].alpha - d.frames[2].alpha};
end Modifiers;
