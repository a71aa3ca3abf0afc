// RUN: causeway simulate %s -o %t.csv --stop 10 --tolerance 1e-8
// FINAL: o1 = -0.6832837250355236 +- 1e-5
// FINAL: q = 0.03460305928361012 +- 1e-5
model M "a fast signal through a pipe" Real x(start=0,fixed=true); Real o0,o1,q(start=0,fixed=true); equation der(x)=1; (o0,o1)=spatialDistribution(sin(50*time),0,x,true,{0.0,1.0},{0.0,0.0}); der(q)=o1; end M;
