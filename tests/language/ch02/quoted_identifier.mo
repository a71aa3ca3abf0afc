// Quoted identifiers may hold blanks and operators, and are not the names without quotes.
// RUN: causeway simulate %s -o %t.csv
// FINAL: 'x' = 1 +- 1e-6
// FINAL: x = 2 +- 1e-6
// FINAL: '13 + H2O' = 3 +- 1e-6
model M
  Real 'x' = 1;
  Real x = 2;
  Real '13 + H2O' = 'x' + x;
end M;
