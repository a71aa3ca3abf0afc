// RUN: causeway simulate %s -L %d/data/Twice -o %t.csv --stop 1
// FINAL: y = 10 +- 0
// Without a wish the newest version is taken: 1.10 is newer than 1.9.
model NewestVersion
  Real y = Ver.n;
end NewestVersion;
