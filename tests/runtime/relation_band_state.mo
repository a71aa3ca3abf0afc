// RUN: causeway simulate %s -o %t.csv --stop 20 --tolerance 1e-8
// FINAL: n = 3 +- 0
// FINAL: y = 10.57522203923062 +- 1e-2
model M "relations of a state of size 1e-11" Real x(start=0,fixed=true),v(start=1e-11,fixed=true); Integer n(start=0,fixed=true); Real y(start=0,fixed=true); equation der(x)=v; der(v)=-x; der(y)=if x>0 then 1 else 0; when x<0 then n=pre(n)+1; end when; end M;
