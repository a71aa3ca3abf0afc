// A when clause in a branch that parameters exclude is not there: what it would assign stays continuous (MLS 3.6, 8.3.4).
// RUN: causeway simulate %s -o %t.csv --stop 1
// FINAL: a.y = 2 +- 1e-9
// FINAL: b.y = 1.6 +- 1e-9
model Part
  parameter Boolean sampled = false;
  Real y(start = 0, fixed = sampled);
equation
  if sampled then
    when sample(0, 0.4) then
      y = 2*time;
    end when;
  else
    y = 2*time;
  end if;
end Part;

model WhenInBranchNotTaken
  Part a;
  Part b(sampled = true);
end WhenInBranchNotTaken;
