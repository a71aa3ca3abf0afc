// RUN: echo hidden > s && causeway simulate %s -o %t.csv --stop 1 --signals s
// FINAL: hidden = 1 +- 1e-12
model HideResultOnRequest
  Real hidden = time annotation(HideResult = true);
  Real y = 2*hidden;
end HideResultOnRequest;
