// RUN: causeway check %s
// CHECK: ways_without_value.mo:{{\d+}}:17: warning[INST0577]: output y of function ways_without_value.gap gets no value on some way
// CHECK: ways_without_value.mo:{{\d+}}:12: warning[INST0577]: variable w of function ways_without_value.other is used here
// CHECK: ways_without_value.mo:{{\d+}}:17: warning[INST0577]: output y of function ways_without_value.forgotten gets no value on some way
// CHECK: ways_without_value.mo:{{\d+}}:17: warning[INST0577]: output y of function ways_without_value.five gets no value on some way
// CHECK-NOT: ways_without_value.sure
model ways_without_value "conditions that cover all, or exclude each other, leave no way without a value"
  type Kind = enumeration(a, b, c);
  function gap "x between 1 and 2"
    input Real x;
    output Real y;
  algorithm
    if x <= 1 then y := 1;
    elseif x >= 2 then y := 2;
    end if;
  end gap;
  function other "another condition than where it is assigned"
    input Real x;
    output Real y;
  protected
    Real w;
  algorithm
    y := 0;
    if abs(x) < 1 then w := 1; end if;
    if abs(x) < 1.5 then
      y := w;
    end if;
  end other;
  function sure_begun "the number of rounds is known where none was made"
    input Real x;
    output Real y;
  protected
    constant Integer most = 20;
    Integer n = 0;
    Real rest;
  algorithm
    y := x;
    if x > 1 then
      rest := 1;
      while n < most and rest > 1e-6 loop
        n := n + 1;
        y := y/2;
        rest := rest*y;
      end while;
    end if;
    assert(n < most, "the rest is " + String(rest));
  end sure_begun;
  function forgotten "the flag is set where nothing is found too"
    input Real x[3];
    output Real y;
  protected
    Boolean found;
  algorithm
    found := false;
    for i in 1:3 loop
      if x[i] > 0 then
        y := x[i];
        found := true;
      else
        found := true;
      end if;
    end for;
    if not found then y := 0; end if;
  end forgotten;
  function five "region may be 5"
    input Integer region(min = 1, max = 5);
    output Real y;
  algorithm
    if region == 1 then y := 1;
    elseif region == 2 or region == 3 then y := 2;
    elseif region == 4 then y := 3;
    end if;
  end five;
  function sure_inside
    input Real x;
    output Real y;
  protected
    constant Real lim = 0.75;
    Real w;
  algorithm
    y := 0;
    if x <= -lim then y := 1;
    elseif x >= lim then y := 2;
    else w := x;
    end if;
    if abs(x) < lim then y := w; end if;
  end sure_inside;
  function sure_flag
    input Real x[3];
    output Real y;
  protected
    Boolean found;
  algorithm
    found := false;
    for i in 1:3 loop
      if x[i] > 0 then
        y := x[i];
        found := true;
      end if;
    end for;
    if not found then y := 0; end if;
  end sure_flag;
  function sure_region
    input Integer region(min = 1, max = 4);
    input Kind kind;
    output Real y;
    output Real z;
  algorithm
    if region == 1 then y := 1;
    elseif region == 2 or region == 3 then y := 2;
    elseif region == 4 then y := 3;
    end if;
    if kind == Kind.a then z := 1;
    elseif kind <> Kind.b then z := 2;
    else
      assert(kind <> Kind.b, "there are no others");
    end if;
  end sure_region;
  function stop
    input String s;
  algorithm
    say(s + "!");
  end stop;
  function say
    input String s;
  algorithm
    assert(false, s);
  end say;
  function sure_error
    input Real x;
    output Real y;
  algorithm
    if x > 0 then y := 1;
    else stop("x must be positive");
    end if;
  end sure_error;
  function sure_never "only ever refuses"
    input Real x;
    output Real y;
  algorithm
    stop("not for this medium");
  end sure_never;
  function sure_order "greater, or equal"
    input Integer n, m;
    output Real y;
  algorithm
    if n > m then y := 1; end if;
    if n == m then y := 2; end if;
  end sure_order;
  function sure_break
    input Real x[3];
    output Real y;
  algorithm
    for i in 1:3 loop
      if x[i] > 0 then
        y := x[i];
        break;
      end if;
      y := -x[i];
    end for;
  end sure_break;
  Real u = time, v[3] = {u, -u, 1};
  Real r[12], s;
equation
  r[1] = gap(u);
  r[2] = other(u);
  r[3] = forgotten(v);
  r[4] = five(1 + integer(u));
  r[5] = sure_inside(u);
  r[6] = sure_flag(v);
  (r[7], s) = sure_region(1 + integer(u), if u > 0.5 then Kind.a else Kind.c);
  r[8] = sure_error(u + 1);
  r[9] = if u > 3 then sure_never(u) else 0;
  r[10] = sure_order(2, 1 + integer(u));
  r[11] = sure_break(v);
  r[12] = sure_begun(u);
end ways_without_value;
