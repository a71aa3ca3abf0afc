// a Boolean and its negation may both be fixed at the start, to values that go together
// RUN: causeway simulate %s -o %t.csv
// FINAL: rises = 1 +- 0
// FINAL: falls = 1 +- 0
model FixedNegation
  Boolean u(start = false, fixed = true) = time > 0.25 and time < 0.75;
  Boolean not_u(start = true, fixed = true) = not u;
  Integer rises(start = 0, fixed = true);
  Integer falls(start = 0, fixed = true);
equation
  when edge(u) then
    rises = pre(rises) + 1;
  end when;
  when edge(not_u) then
    falls = pre(falls) + 1;
  end when;
end FixedNegation;
