// RUN: causeway simulate %s -o %t.csv --stop 1.05
// FINAL: a = 1535244752 +- 0
// FINAL: b = 1535244752 +- 0
model LCG "x := (1103515245 x + 12345) mod 2^31, ten times from 42: the products are beyond 2^53"
  function next input Integer x; output Integer y; algorithm y:=mod(1103515245*x+12345,2147483648); end next;
  function run input Integer s; input Integer n; output Integer y; algorithm y:=s; for i in 1:n loop y:=next(y); end for; end run;
  parameter Integer a=run(42,10);
  Integer b(start=42,fixed=true);
equation
  when sample(0.1,0.1) then b=mod(1103515245*pre(b)+12345,2147483648); end when;
end LCG;
