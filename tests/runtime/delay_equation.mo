// The equation x' = -x(t - 1) with x = 1 before: polynomials of rising degree, one for each delay.
// RUN: for s in cvode ida kvaerno5 cvode-adams; do causeway simulate %s -o $s.csv --stop 5.5 --tolerance 1e-10 --solver $s || exit 1; done
// FINAL: cvode.csv x = 0.0435112847222226 +- 5e-9
// FINAL: ida.csv x = 0.0435112847222226 +- 5e-9
// FINAL: kvaerno5.csv x = 0.0435112847222226 +- 5e-9
// FINAL: cvode-adams.csv x = 0.0435112847222226 +- 5e-9
model DelayEquation
  Real x(start = 1, fixed = true);
equation
  der(x) = -delay(x, 1);
end DelayEquation;
