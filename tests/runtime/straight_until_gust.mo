// What rests, or goes straight on, is not passed over by steps of any length: a gust without an event is met.
// RUN: causeway simulate %s -o %t.csv
// FINAL: %t.csv x = 8.862269254527580 +- 1e-4
// FINAL: %t.csv y = 1 +- 1e-9
// RUN: causeway simulate %s -o %t2.csv --solver dopri5
// FINAL: %t2.csv x = 8.862269254527580 +- 1e-4
// RUN: causeway simulate %s -o %t3.csv --solver ida
// FINAL: %t3.csv x = 8.862269254527580 +- 1e-4
model Gust
  Real x(start = 0, fixed = true), y(start = 0, fixed = true);
equation
  der(x) = exp(-((time - 500)/5)^2);
  der(y) = 1e-3;
  annotation(experiment(StopTime = 1000));
end Gust;
