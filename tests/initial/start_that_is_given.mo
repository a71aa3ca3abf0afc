// Iteration at the start begins with variables that were given start values, not with those that begin at zero.
// RUN: causeway simulate %s -o %t.csv --stop 1
// FINAL: rho = 1000 +- 1e-6
// FINAL: c = 5000 +- 1e-5
model StartThatIsGiven
  function properties
    input Real p;
    output Real rho;
    output Real s;
  algorithm
    assert(p > 10 and p < 1000, "p is out of range");
    rho := 999 + p/41.622776601683793;
    s := p;
  end properties;
  Real rho(start = 998);
  Real s;
  Real c;
  Real p;
equation
  c = 5*rho;
  p = 10 + sqrt(c - 4000);
  (rho, s) = properties(p);
end StartThatIsGiven;
