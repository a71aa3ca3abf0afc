// RUN: causeway simulate %s -o %t.csv
// FINAL: %t.csv q = 1 +- 1e-9
// FINAL: %t.csv v = 0.75 +- 1e-6
// VALUE: %t.csv v(0.4) = 1 +- 1e-9
// A source keeps its voltage until it gives all it can.  At that instant its error in voltage is zero but for rounding
// (here: bias), which must not send it back at once, again and again.
model LimitAtRounding
  parameter Real bias = 1e-11;
  Real v, q, x = 1 - v - bias;
  Boolean limited(start = false, fixed = true);
equation
  q = 0.5 + time + 2*(v - 1);
  if limited then
    q = 1;
  else
    v = 1;
  end if;
  limited = if pre(limited) then not x < 0 else q > 1;
  annotation(experiment(StopTime = 1));
end LimitAtRounding;
