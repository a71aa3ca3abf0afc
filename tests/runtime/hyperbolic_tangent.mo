// tanh to the last digits over its whole range, against its own differential equation's closed form.
// RUN: causeway simulate %s HyperbolicTangent -o %t.csv
// RUN: python3 -c "import csv, math; rows = list(csv.DictReader(open('%t.csv'))); print(len(rows), all(abs(float(r['y']) - math.tanh(float(r['x']))) <= 5e-16*abs(float(r['y'])) for r in rows))"
// CHECK: 2001 True
model HyperbolicTangent
  Real x = 25*(2*time - 1)^3;
  Real y = tanh(x);
  annotation(experiment(StopTime = 1, Interval = 5e-4));
end HyperbolicTangent;
