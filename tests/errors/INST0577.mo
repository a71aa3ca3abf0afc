// RUN: causeway check %s
// CHECK: INST0577.mo:17:17: warning[INST0577]: output y of function INST0577.sometimes gets no value on some way through the function (MLS 12.4.4)
// CHECK: hint: assign it in every branch, or give it a default
// CHECK: INST0577.mo:32:12: warning[INST0577]: variable w of function INST0577.early is used here, but some way to here gives it no value (MLS 12.4.4)
// CHECK-NOT: fine
// RUN: causeway simulate %s -o %t.csv --stop 0.4
// CHECK: INST0577: 0 to 0.4 s
// RUN: causeway simulate %s -o %t.csv --strict
// EXIT: 5
// CHECK: error[RT0060]: the simulation stopped at time {{0.5.*}}: 'y' has got no value on the way taken (MLS 12.4.4) in function INST0577.sometimes
// RUN: causeway check %d/INST0577_never.mo
// EXIT: 2
// CHECK: error[INST0577]: output z of function INST0577_never.never gets no value (MLS 12.4.4)
model INST0577 "what gets no value is told, and stops a run that needs it"
  function sometimes
    input Real x;
    output Real y;
  algorithm
    if x < 0.5 then
      y := x;
    end if;
  end sometimes;
  function early
    input Real x;
    output Real y;
  protected
    Real w;
  algorithm
    if x < 2 then w := x;
    elseif x > 3 then w := 2*x;
    end if;
    y := 2*w;
  end early;
  function fine "all of it"
    input Choice choice;
    input Real x[:];
    output Real y;
    output Real z;
    output Real v[3];
    output Real q;
  protected
    Real last;
  algorithm
    if choice == Choice.one then
      y := 1;
    elseif choice == Choice.two then
      y := 2;
    end if;
    for i in 1:size(x, 1) loop
      z := if i > 1 then last + x[i] else 0;
      last := x[i];
      v[i] := z;
    end for;
    if y > 1 then
      q := 1;
    elseif y > 0 then
      q := 2;
      return;
    else
      assert(false, "y is 1 or 2");
    end if;
  end fine;
  type Choice = enumeration(one, two);
  Real c = sometimes(time), d = early(time), e, f, g[3], h;
equation
  (e, f, g, h) = fine(if time < 0.5 then Choice.one else Choice.two, {1, 2, time});
end INST0577;
