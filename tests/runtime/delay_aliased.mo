// RUN: causeway simulate %s -o %t.csv --stop 10 --tolerance 1e-8
// FINAL: z = -0.580635726907393 +- 1e-3
// ALWAYS: abs({z}) < 1.001
model M "a fast signal that is delayed beside a slow state" Real x(start=1,fixed=true); Real y,z; equation der(x)=-1e-3*x; y=sin(50*time); z=delay(y,0.5); end M;
