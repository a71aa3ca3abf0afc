// What has the same slope in all branches is computed, not iterated: flows that come from one side or the other have no
// start values, and the property of their medium has no value at zero.
// RUN: causeway simulate %s --dump blocks
// CHECK: hb[2] := {{.*}}if noEvent
// RUN: causeway simulate %s -o %t.csv
// FINAL: q = 0.4 +- 1e-9
// FINAL: h[2] = 250 +- 1e-6
model SlopeInBranches
  function density
    input Real h;
    output Real d;
  algorithm
    assert(h > 50, "below the range of the medium");
    d := 1000/h;
  end density;
  Real h[3](start = {100, 220, 200}), hb[2];
  Real q(start = 1), dp[2](each start = 1);
equation
  for i in 1:2 loop
    0 = noEvent(if q > 1e-3 then hb[i] - h[i] elseif q < -1e-3 then hb[i] - h[i + 1] else hb[i] - 0.5*(h[i] + h[i + 1]));
    dp[i] = q^2*density(hb[i])*10;
  end for;
  h[1] = 200;
  h[3] = 400;
  der(h[2]) = q*(hb[1] - hb[2]) + 20;
  sum(dp) = 14.4;
initial equation
  der(h[2]) = 0;
end SlopeInBranches;
