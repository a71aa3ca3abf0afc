// What the letter forbids, as libraries of power grids write it: each means what others take it to mean.
// RUN: causeway simulate %s Kinds.Root -o %t.csv --stop 1
// CHECK: warning[INST0921]: a record cannot be derived from an operator record (MLS 7.1.3)
// CHECK: warning[INST0117]: only elements of packages can be imported
// CHECK: warning[INST0940]
// FINAL: z.re = 0 +- 1e-9
// FINAL: z.im = 2 +- 1e-9
// FINAL: n = 3 +- 1e-12
// FINAL: b.a.x = 4 +- 1e-12
// FINAL: b.a.y = 3 +- 1e-12
// FINAL: e.y = 1 +- 0
// FINAL: k = 2 +- 0
// RUN: causeway check --strict %s Kinds.Root
// EXIT: 2
// CHECK: error[INST0921]
// CHECK: error[INST0117]
package Kinds
  type PerUnit = Real(unit = "1");
  operator record C
    Real re;
    Real im;
    encapsulated operator function '*'
      import Kinds.C;
      input C a;
      input C b;
      output C c = C(a.re*b.re - a.im*b.im, a.re*b.im + a.im*b.re);
    end '*';
  end C;
  record CPu = C(redeclare PerUnit re, redeclare PerUnit im);
  model Holder
    type Count = Integer;
    Real x = time;
  end Holder;
  record A
    Real x;
    Real y;
  end A;
  model B
    parameter A a = A(2, 3);
  end B;
  model Event
    replaceable type T = Real;
    parameter T p;
    T y = p;
  end Event;
  package Queue
    replaceable class Element = Real;
    function twice
      input Element x;
      output Element y = x + x;
    end twice;
  end Queue;
  model Root
    import Kinds.Holder.Count;
    package Counts = Queue(redeclare class Element = Integer);
    CPu a = CPu(1, time), z = a*a;
    parameter Count n = 3;
    parameter A whole = A(4, 3);
    B b(a = whole, a.x = whole.x);
    Event e(redeclare type T = Boolean, p = true);
    parameter Integer k = Counts.twice(1);
  end Root;
end Kinds;
