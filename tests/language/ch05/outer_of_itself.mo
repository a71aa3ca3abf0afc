// A partial class whose outer component contains what refers to it as outer again: complete only where it is used.
// RUN: causeway check %s
// CHECK: 0 failed
// RUN: causeway simulate %s OuterOfItself.Whole -o %t.csv
// FINAL: u.y = 3 +- 1e-9
package OuterOfItself
  model Center
    parameter Real k = 3;
    Table t;
  end Center;
  model Table
    outer Center c;
    Real x = c.k*time;
  end Table;
  partial model User
    outer Center c;
    Real y = c.t.x;
  end User;
  model Whole
    extends OuterOfItself.Base;
    inner Center c;
  end Whole;
  model Base
    model Complete
      extends User;
    end Complete;
    Complete u;
  end Base;
end OuterOfItself;
