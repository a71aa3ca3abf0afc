// What a constant signal was before the start may be given as anything (MLS 3.6, 8.6: pre(u) is an unknown of its own).
// RUN: causeway simulate %s -o %t.csv
// FINAL: latch.y = 1 +- 0
model PastOfConstant
  block Latch
    input Boolean u;
    output Boolean y;
  initial equation
    pre(u) = false;
    pre(y) = false;
  equation
    when {initial(), u} then
      y = u;
    end when;
  end Latch;
  Latch latch;
equation
  latch.u = true;
end PastOfConstant;
