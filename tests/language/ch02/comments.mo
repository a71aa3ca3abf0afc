// Comments do not nest: the first */ ends one; // reaches to the end of the line.
// RUN: causeway simulate %s -o %t.csv
// FINAL: x = 3 +- 1e-6
model M
  Real x = 1 /* one /* still the same comment */ + 2; // + 4
end M;
