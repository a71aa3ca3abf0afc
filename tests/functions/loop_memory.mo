// Loops give back what their rounds took for arrays and strings: a million rounds fit into a few megabytes.  What a variable
// got in a round is kept, also where its size changes.
// REQUIRES: release
// RUN: causeway simulate %s --memory 400 --intervals 1 -o %t.csv
// FINAL: s = 1.75 +- 1e-12
// FINAL: n = 16 +- 0
// FINAL: c = 400 +- 0
// FINAL: w = 1000000 +- 0
package LoopMemory
  function grown "of arrays"
    input Real x[:];
    output Real y[size(x, 1)];
  protected
    Real t[size(x, 1)];
  algorithm
    t := 2*x;
    y := t + x/3;
  end grown;
  function shrunk
    input Real x[:];
    input Integer n;
    output Real s;
  protected
    Real v[size(x, 1)];
  algorithm
    v := x;
    for i in 1:n loop
      v := grown(v);
      v := v/max(v);
    end for;
    s := sum(v);
  end shrunk;
  function longer "another size every thousandth round"
    input Integer n;
    output Real s;
  protected
    Real v[:] = {1.0};
    Real w[:] = {0.0};
  algorithm
    for i in 1:n loop
      w := 2*v;
      if mod(i, 1000) == 0 then
        v := cat(1, v, {1.0});
      end if;
    end for;
    s := sum(v) + sum(w)/2;
  end longer;
  function joined
    input Integer n;
    output Integer c;
  protected
    String t = "", u;
  algorithm
    for i in 1:n loop
      u := String(i) + "-" + t;
      if mod(i, 50) == 0 then
        t := t + "a";
      end if;
    end for;
    c := length(t);
  end joined;
  function length "by growing prefixes"
    input String t;
    output Integer c = 0;
  protected
    String p = "";
  algorithm
    while p <> t loop
      p := p + "a";
      c := c + 1;
    end while;
  end length;
  function waits
    input Integer n;
    output Integer k = 0;
  protected
    Real v[3];
  algorithm
    v := {1, 2, 3};
    while k < n loop
      v := grown(v)/2;
      k := k + 1;
    end while;
  end waits;
  model M
    parameter Integer many = 1000000;
    Real s = shrunk({1, 2, 4 + 0*time}, many);
    Real n = longer(8000 + integer(0*time)) - 1;
    Integer c = joined(20000 + integer(0*time));
    Integer w = waits(many + integer(0*time));
  end M;
end LoopMemory;
