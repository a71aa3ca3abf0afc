// Two declarations of one element are the same when one names its type through a short class that changes nothing; also while
// the type itself is inherited (MLS 3.6, 7.1).
// RUN: causeway check %s
// CHECK: 2 equations, 2 unknowns
type Length = Real(unit = "m");
type Distance = Length;

model Base
  package Types
    type Size = Real(unit = "m");
  end Types;
  parameter Length l = 1;
  Types.Size s = 2;
  Real x = l;
end Base;

model InheritedThroughAlias
  extends Base;
  parameter Distance l = 1;
  Types.Size s = 2;
end InheritedThroughAlias;
