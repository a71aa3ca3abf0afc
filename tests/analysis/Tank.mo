// Used by the cases of this folder.
model Tank
  parameter Real A = 2, k = 0.5;
  parameter Integer n = 2;
  parameter Real size[n] = fill(1.0, n);
  Real h(start = 4, fixed = true);
equation
  A*der(h) = -k*sqrt(max(h, 0))*sum(size);
  assert(k < 3, "k is too large");
end Tank;
