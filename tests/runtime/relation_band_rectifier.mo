// RUN: causeway simulate %s -o %t.csv --stop 3 --tolerance 1e-8 --intervals 300 -L $CAUSEWAY_MSL
// REQUIRES: env CAUSEWAY_MSL
// FINAL: q = 0.954929658551372 +- 1e-4
// VALUE: %t.csv r.v(0.75) = 0 +- 1e-3
model Rect "half-wave rectifier at 100 pA of unchanged library parts: it blocks 1 V and conducts 1e-10 A"
  import Modelica.Electrical.Analog.*;
  Sources.SineVoltage s(V=1,f=1); Ideal.IdealDiode d(Ron=0,Goff=0); Basic.Resistor r(R=1e10); Basic.Ground g;
  Real q(start=0,fixed=true);
equation
  connect(s.p,d.p); connect(d.n,r.p); connect(r.n,g.p); connect(s.n,g.p); der(q)=r.v;
end Rect;
