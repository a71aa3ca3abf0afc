// RUN: causeway simulate %s -o %t.csv --stop 10 --tolerance 1e-8
// FINAL: x = 0.03628326936015889 +- 1e-5
model M "what was stored before the delayed signal matters" Real x(start=0,fixed=true); Real y,z; equation der(x)=z; y=sin(50*time); z=delay(y,0.5); end M;
