// RUN: causeway simulate %s -L %d/data/Twice -o %t.csv --stop 1
// FINAL: y = 1 +- 0
model WishedVersion
  Real y = Ver.n;
  annotation(uses(Ver(version = "1.0")));
end WishedVersion;
