// What only a when of an algorithm assigns is given by initial conditions, whatever else the algorithm assigns, and however much
// it is.
// RUN: causeway simulate %s -o %t.csv --stop 0.45
// VALUE: %t.csv k(0) = 5 +- 1e-9
// VALUE: %t.csv seed(0) = 7 +- 1e-9
// FINAL: k = 9 +- 1e-9
// FINAL: seed = 11 +- 1e-9
// FINAL: h[2,20] = 0.2 +- 1e-9
// FINAL: h[1,1] = 3 +- 1e-9
model WhenBesideOthers
  Integer k "counts";
  Integer seed;
  Integer sum "assigned always, and again by the when";
  discrete Real h[4, 20] "more outputs than a word has bits";
  Boolean even;
initial equation
  k = 5;
  h = fill(3, 4, 20);
  seed = 7;
algorithm
  sum := 0;
  even := false;
  for i in 1:3 loop
    if time > 0.2*i then
      sum := sum + i;
      even := true;
    end if;
  end for;
  when sample(0.1, 0.1) then
    k := k + 1;
    seed := seed + 1;
    if k == 7 then
      h[k - 5, 13 + k] := time;
    end if;
    sum := sum + k;
  end when;
end WhenBesideOthers;
