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
