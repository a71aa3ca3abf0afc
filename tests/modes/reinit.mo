// RUN: causeway simulate %s -o %t.csv
// CHECK: 2 modes, 1 changes
// VALUE: %t.csv w1(0.5) = 1 +- 1e-9
// FINAL: w2 = 1.5 +- 1e-9
model Reinit "What reinit says comes before what impulses would say"
  Real w1(start = 3, fixed = true), w2(start = 0, fixed = true), tau;
  Boolean closed = time >= 0.5;
equation
  der(w1) = 3 - tau;
  2*der(w2) = tau;
  if closed then
    w1 = w2;
  else
    tau = 0;
  end if;
  when closed then
    reinit(w1, 1);
    reinit(w2, 1);
  end when;
end Reinit;
