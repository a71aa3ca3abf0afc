model Inputs "what measured data drive"
  input Real u(unit = "V");
  input Boolean b;
  input Real a[2];
  input Integer i;
  parameter Real k = 1;
  parameter Real list[2] = {0, 0};
  Real x(start = 0, fixed = true), y(start = 1, fixed = true);
  discrete Real d(start = 0, fixed = true);
protected
  Real z(start = 2, fixed = true);
equation
  der(x) = k*u;
  der(y) = if b then a[1] else -a[2];
  der(z) = -z;
  when i > 2 then
    d = time;
  end when;
end Inputs;
