// RUN: causeway simulate %s -o %t.csv --stop 7 --tolerance 1e-9 --solver trbdf2 --intervals 7
// FINAL: h = 0.7530548238422601 +- 1e-4
// ALWAYS: {h} > -1e-3
model M "an elastic ball: a step of the method that is exact reaches far below the floor" Real h(start=1,fixed=true),v(start=0,fixed=true); equation der(h)=v; der(v)=-9.81; when h<=0 then reinit(v,-pre(v)); end when; end M;
