// A function of a record of numbers: calls in which the same arguments are numbers share a function made for them, in
// the code of both compilers and for tangents as well; numbers that differ between instances stay arguments.
// RUN: causeway simulate %s --dump c
// CHECK: CW_ALL_IN_ONE static double {{f\d+_1}}(
// RUN: causeway simulate %s -o %t.csv --compile tcc
// FINAL: %t.csv x[1] = 0.36787944 +- 1e-5
// FINAL: %t.csv x[6] = 0.36787944 +- 1e-5
// FINAL: %t.csv y[4] = 0.01831564 +- 1e-5
// RUN: causeway simulate %s -o %t-cc.csv --compile cc
// FINAL: %t-cc.csv x[1] = 0.36787944 +- 1e-5
// FINAL: %t-cc.csv y[4] = 0.01831564 +- 1e-5
model ManyNumbers
  record Card "more values than a call has places for"
    Real a = 2, b = 0, c = 0, d = 0.5, e = -1, f = 0, g = 0, h = 0;
    Real i = 0, j = 0, k = 0, l = 0, m = 0, n = 0, o = 0, p = 0, q = 0, r = 0, s = 0, t = 0;
    Real aa = 0, bb = 0, cc = 0, dd = 0, ee = 0, ff = 0, gg = 0, hh = 0, ii = 0, jj = 0, kk = 0;
    Real c1[8] = {1, 0, 0, 0, 0, 0, 0, 0}, c2[8] = zeros(8), c3[8] = fill(-0.25, 8);
    Real rate = 1;
  end Card;
  function decay "rate*x, by way of the card"
    input Card card;
    input Real x;
    output Real y;
    output Real twice;
  algorithm
    y := card.rate*x*card.c1[1]*card.a*card.d + card.b*exp(x);
    if card.g <> 0 then
      y := y/card.g;
    end if;
    if card.e < 0 then
      y := -card.e*y + card.c2[3]*card.c3[2];
    end if;
    twice := 2*y;
    annotation(Inline = false);
  end decay;
  Real x[6](each start = 1, each fixed = true), u[6];
  Real y[6](each start = 1, each fixed = true), w[6];
equation
  for i in 1:6 loop
    (u[i], ) = decay(Card(), x[i]);
    der(x[i]) = -u[i];
    (w[i], ) = decay(Card(rate = i), y[i]);
    der(y[i]) = -w[i];
  end for;
  annotation(experiment(StopTime = 1, Tolerance = 1e-8));
end ManyNumbers;
