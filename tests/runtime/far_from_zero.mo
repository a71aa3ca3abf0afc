// Far from time zero instants are off by rounding: steps still go on, and no sample is lost or taken twice.
// RUN: causeway simulate %s -o %t.csv --start 1000000 --stop 1000001.05
// FINAL: %t.csv n = 10 +- 0
// FINAL: %t.csv early = 3 +- 0
// FINAL: %t.csv y = 1000001.05 +- 0
// RUN: causeway simulate %s -o %t2.csv --start 100000000 --stop 100000001.05
// FINAL: %t2.csv y = 100000001.05 +- 0
// RUN: causeway simulate %d/far_from_zero_state.mo -o %t3.csv --start 1000000 --stop 1000001.05 --solver rk4
// FINAL: %t3.csv x = 1.05 +- 1e-6
// TIMEOUT: 20
model FarFromZero
  Real y = time;
  Integer n(start = 0, fixed = true);
  Integer early(start = 0, fixed = true) "of a sample whose beginning is long past";
equation
  when sample(1000000.1, 0.1) then
    n = pre(n) + 1;
  end when;
  when sample(-1000000.2, 0.3) then
    early = pre(early) + 1;
  end when;
end FarFromZero;
