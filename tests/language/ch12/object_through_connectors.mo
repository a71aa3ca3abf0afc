// RUN: causeway simulate %s P.M -o %t.csv --stop 1
// FINAL: u1.y = 9 +- 1e-9
// FINAL: u2.y = 9 +- 1e-9
package P
  class Table
    extends ExternalObject;
    function constructor
      input Integer n;
      output Table t;
      external "C" t = make_table(n) annotation(Include="
#include <stdlib.h>
static void *make_table(int n) { int *p = malloc(sizeof *p); *p = n; return p; }");
    end constructor;
    function destructor
      input Table t;
      external "C" free_table(t) annotation(Include="
#include <stdlib.h>
static void free_table(void *p) { free(p); }");
    end destructor;
  end Table;
  function get
    input Table t;
    output Integer n;
    external "C" n = get_table(t) annotation(Include="
static int get_table(void *p) { return *(int *)p; }");
  end get;
  connector Out
    Table t;
    output Real x;
    input Integer size;
  end Out;
  connector In
    Table t;
    input Real x;
    output Integer size;
  end In;
  model Maker
    Out out(t = Table(out.size));
  equation
    out.x = time;
  end Maker;
  model Through
    parameter Integer n = 2;
    In in1;
    Out out1[n];
  equation
    out1.t = fill(in1.t, n);
    out1.x = fill(2*in1.x, n);
    in1.size = sum(out1.size);
  end Through;
  model User
    In in1;
    parameter Integer size = 1;
    Real y;
  equation
    in1.size = size;
    y = get(in1.t) + in1.x;
  end User;
  model M
    Maker m;
    Through t;
    User u1(size = 4), u2(size = 3);
  equation
    connect(m.out, t.in1);
    connect(t.out1[1], u1.in1);
    connect(t.out1[2], u2.in1);
  end M;
end P;
