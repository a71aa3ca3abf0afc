// A record that is evaluated (MLS 3.6, 18.3) is so with all its fields where it is passed on as a whole, also when a function
// made it.
// RUN: causeway flatten %s
// CHECK: scaled(3.0, 2.0, k)
model EvaluateRecord
  record Data
    Real c = 0;
    Real g = 2;
  end Data;
  function make
    input Real x;
    output Data d;
  algorithm
    d.c := x + 2;
  end make;
  function scaled
    input Data d;
    input Real k;
    output Data r;
  algorithm
    r.c := k*d.c;
    r.g := d.g/k;
  end scaled;
  parameter Real k = 2;
  final parameter Data d = make(1) annotation(Evaluate = true);
  final parameter Data r = scaled(d, k);
  Real y = r.c + r.g*time;
end EvaluateRecord;
