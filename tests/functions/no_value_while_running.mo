// RUN: causeway simulate %s No.Flag -o %t.csv --strict
// EXIT: 5
// CHECK: no_value_while_running.mo:{{\d+}}:12: error[RT0060]: the simulation stopped at time 0.5: 'found' has got no value on the way taken (MLS 12.4.4) in function No.flag
// RUN: causeway simulate %s No.Count -o %t.csv --compile cc --strict
// EXIT: 5
// CHECK: 'n' has got no value on the way taken (MLS 12.4.4) in function No.count
// RUN: causeway simulate %s No.Kind -o %t.csv --strict
// EXIT: 5
// CHECK: 'k' has got no value on the way taken (MLS 12.4.4) in function No.kind
// Numbers and elements of arrays are zero, as elsewhere, which is told; by the letter they have no value.
// RUN: causeway simulate %s No.Flag -o %t1.csv
// CHECK: warning[RT0098]: 'found' of function No.flag has got no value on the way taken (MLS 12.4.4): zero is used
// VALUE: %t1.csv y(1) = 2 +- 0
// RUN: causeway simulate %s No.Kind -o %t2.csv --compile cc
// CHECK: warning[RT0098]: 'k' of function No.kind
// VALUE: %t2.csv y(1) = 1 +- 0
// RUN: causeway simulate %s No.Several -o %t3.csv
// CHECK: warning[RT0098]: 'b' of function No.several
// CHECK: warning[RT0098]: 'a' of function No.several
// VALUE: %t3.csv x(1) = 0 +- 0
// VALUE: %t3.csv y(1) = 0 +- 0
// RUN: causeway simulate %s No.Element -o %t.csv
// RUN: causeway simulate %s No.Element -o %t.csv --strict
// EXIT: 5
// CHECK: the simulation stopped at time 0.5{{.*}} is not a finite number
// RUN: causeway simulate %s No.Fine -o %t4.csv
// FINAL: %t4.csv y = 6 +- 0
// FINAL: %t4.csv b = 1 +- 0
package No "numbers of every type that get no value are told of, or stop a run, where they are used"
  type K = enumeration(one, two);
  function flag
    input Real x;
    output Real y;
  protected
    Boolean found;
  algorithm
    if x < 0.5 then
      found := false;
    end if;
    y := if found then 1 else 2;
  end flag;
  model Flag
    Real y = flag(time);
  end Flag;
  function count
    input Real x;
    output Integer n;
  algorithm
    if x < 0.5 then
      n := 1;
    end if;
  end count;
  model Count
    Real y = if noEvent(count(time) == 1) then 1 else 2;
  end Count;
  function kind
    input Real x;
    output Boolean y;
  protected
    K k;
  algorithm
    if x < 0.5 then
      k := K.one;
    end if;
    y := k == K.one;
  end kind;
  model Kind
    Real y = if noEvent(kind(time)) then 1 else 2;
  end Kind;
  function several
    input Real x;
    output Real a, b;
  algorithm
    if x < 0.5 then
      a := 1;
      b := 2;
    end if;
  end several;
  model Several
    Real x, y;
  equation
    (x, y) = several(time);
  end Several;
  function element
    input Real x;
    output Real y[2];
  algorithm
    y[1] := x;
    if x < 0.5 then
      y[2] := x;
    end if;
  end element;
  model Element
    Real y[2] = element(time);
  end Element;
  function fine "what is not read may lack a value"
    input Real x;
    output Real y;
    output Boolean b;
    output Real rest;
  protected
    Real w[4], part;
    Boolean flag;
    Integer last;
  algorithm
    for i in 1:3 loop
      w[i] := i;
      part := w[i];
      last := i;
    end for;
    flag := last == 3;
    if x > 2 then
      part := 0;
      rest := 1;
    elseif flag then
      part := sum(w[1:3]);
    end if;
    y := part;
    b := flag;
  end fine;
  model Fine
    Real y;
    discrete Boolean b;
    discrete Real z;
  equation
    y = fine(time);
    when initial() then
      (z, b) = fine(time);
    end when;
  end Fine;
end No;
