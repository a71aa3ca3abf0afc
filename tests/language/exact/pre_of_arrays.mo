// pre of arrays; edge and change.
// RUN: causeway simulate %s -o %t.csv --stop 1.05
// FINAL: a[1] = 10 +- 0
// FINAL: a[2] = 9 +- 0
// FINAL: a[3] = 8 +- 0
// FINAL: b = 24 +- 0
// FINAL: ce = 5 +- 0
// FINAL: cc = 10 +- 0
model PreOfArrays
  Integer a[3](each start = 0, each fixed = true);
  Integer b(start = 0, fixed = true);
  Boolean e(start = false, fixed = true);
  Integer ce(start = 0, fixed = true), cc(start = 0, fixed = true);
equation
  when sample(0.1, 0.1) then
    a[1] = pre(a[1]) + 1;
    for i in 2:3 loop
      a[i] = pre(a[i - 1]);
    end for;
    b = sum(pre(a));
    e = not pre(e);
  end when;
  when edge(e) then
    ce = pre(ce) + 1;
  end when;
  when change(e) then
    cc = pre(cc) + 1;
  end when;
end PreOfArrays;
