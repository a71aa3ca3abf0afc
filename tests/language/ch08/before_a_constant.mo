// pre(u) is an unknown of its own at the start, also where u is a parameter (MLS 3.6, 8.6).
// RUN: causeway simulate %s -o %t.csv --stop 1
// FINAL: n = 0 +- 1e-12
model BeforeAConstant
  block Edge
    input Boolean u;
    Boolean y = edge(u);
  initial equation
    pre(u) = false;
  end Edge;
  parameter Boolean on = true;
  Edge e(u = on);
  Integer n(start = 0, fixed = true);
equation
  when e.y then
    n = pre(n) + 1;
  end when;
end BeforeAConstant;
