// RUN: causeway simulate %s M -o %t.csv --stop 1
// FINAL: r.w = 2 +- 1e-9
record Angle "with one redundant element"
  Real e[2];
  function equalityConstraint
    input Angle a;
    input Angle b;
    output Real residue[1];
  algorithm
    residue := {a.e[1]*b.e[2] - a.e[2]*b.e[1]};
  end equalityConstraint;
end Angle;
connector Frame
  Angle a;
  flow Real t;
end Frame;
model Root
  Frame f;
equation
  Connections.root(f.a);
  f.a.e = {cos(time), sin(time)};
end Root;
model Body
  Frame f;
  Real w = f.a.e[1]^2 + f.a.e[2]^2 + 1;
equation
  f.t = 0;
end Body;
model M "three connections between three frames: the last one follows from the others"
  Root root;
  Body p, q, r;
equation
  connect(root.f, p.f);
  connect(p.f, q.f);
  connect(q.f, r.f);
  connect(p.f, r.f);
  connect(root.f, r.f);
end M;
