// stateSelect in five levels: prefer may choose what nobody differentiates, avoid and never give way, default is chosen among
// what is differentiated, always wins over all.
// RUN: causeway explain %s --json | python3 -c "import json, sys; print(sorted((s['name'], s['why']) for s in json.load(sys.stdin)['states']))"
// CHECK: [('T', 'prefer'), ('a1', 'always'), ('d2', 'left-over'), ('v2', 'left-over')]
// RUN: causeway simulate %s -o %t.csv --stop 1
// The energy U = m*c*T grows by 10 a second from 1260.
// FINAL: U = 1270 +- 1e-3
// FINAL: v1 = 1.1036383 +- 1e-4
model Levels
  Real m, T(stateSelect = StateSelect.prefer, start = 300, fixed = true), U "differentiated, but T is preferred";
  Real a1(stateSelect = StateSelect.always, start = 1, fixed = true), a2 "a2 = 3*a1 and differentiated too", fa;
  Real d1(stateSelect = StateSelect.never), d2(start = 2, fixed = true), fd;
  Real v1(stateSelect = StateSelect.avoid), v2(start = 1, fixed = true), fv;
equation
  m = 1 + 0.1*sin(time);
  U = 4.2*m*T;
  der(U) = 10;
  a2 = 3*a1;
  der(a1) = -a1 + fa;
  der(a2) = -a2 - fa;
  d1 = 2*d2;
  der(d1) = -d1 + fd;
  der(d2) = -d2 - fd;
  v1 = 3*v2;
  der(v1) = -v1 + fv;
  der(v2) = -v2 - fv;
end Levels;
