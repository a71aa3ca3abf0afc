// RUN: causeway simulate %s -o %t.csv --stop 3 --tolerance 1e-8
// FINAL: y = 3 +- 1e-5
model M "a relation of a signal of size 1e-9" Real a=1e-9*sin(time); Real y(start=0,fixed=true); equation der(y)=if a>0 then 1 else 0; end M;
