// The first mode is guessed through definitions that refer to each other many times: each is followed once.
// RUN: causeway simulate %s -o %t.csv
// TIMEOUT: 20
// VALUE: %t.csv y(0.4) = 0.4 +- 1e-6
// FINAL: y = 2 +- 1e-6
model ManyDefinitions
  parameter Integer n = 41;
  Boolean b[n];
  Real y(start = 0, fixed = true);
equation
  b[1] = time < 0.5;
  b[2] = not b[1] or b[1];
  for i in 3:n loop
    b[i] = (b[i - 1] and b[1]) or (b[i - 2] and not b[i - 1]);
  end for;
  0 = if b[n] then der(y) - 1 else y - 2;
end ManyDefinitions;
