// RUN: causeway simulate %s -o %t.csv --stop 1
// FINAL: s[1] = 442 +- 0
// FINAL: s[2] = 442 +- 0
// FINAL: s[3] = 442 +- 0
// FINAL: s[4] = 442 +- 0
// FINAL: n = 2 +- 0
model LoopOverChangingArray "the values of an iterator are those of before the first round, whatever the body assigns; the
 condition of a while is computed anew in each round, with the calls that it needs"
  function F
    input Integer from_a[3];
    output Integer s;
  protected
    Integer a[3] := from_a;
  algorithm
    s := 0;
    for k in a loop
      s := 10*s + k;
      a := {a[3] + 1, a[1], a[2]};
    end for;
    annotation(Inline = false);
  end F;
  function G
    extends F;
    annotation(Inline = true);
  end G;
  function double
    input Integer i;
    output Integer w[2];
  algorithm
    w := {i, i};
    annotation(Inline = false);
  end double;
  parameter Integer f[3] = {4, 4, 2};
  parameter Integer known = F({4, 4, 2}) annotation(Evaluate = true);
  Integer a[3], s[4], n;
algorithm
  s := {F(f), G(f), 0, known};
  a := f;
  for k in a loop
    s[3] := 10*s[3] + k;
    a := {a[3] + 1, a[1], a[2]};
  end for;
  n := 0;
  while sum(double(n)) < 4 loop
    n := n + 1;
  end while;
end LoopOverChangingArray;
