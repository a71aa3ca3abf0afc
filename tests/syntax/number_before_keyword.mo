// A number ends where a keyword begins (MLS 3.6, A.1).
// RUN: causeway simulate %s -o %t.csv --stop 1
// FINAL: x = 2 +- 1e-12
model NumberBeforeKeyword
  Real x = if time<1e-3then 1 else 2;
end NumberBeforeKeyword;
