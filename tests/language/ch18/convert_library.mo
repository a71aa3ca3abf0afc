// A library is converted by the script of the one it uses; layout and comments stay (18.8.2.1).
// RUN: cp -r %d/data/Old . && causeway convert Old -L %d/data -o out && cat out/Old/First.mo out/Old/Second.mo out/Old/package.mo out/Old/package.order
// CHECK: converted in 3 files -> out/Old
// CHECK: import Conversions = Base.Angles;   // comments stay
// CHECK: parameter SI.Length l = 2, phi = Conversions.toRadian(degree = 180);
// CHECK: Base.Spring plain(damped=false);
// CHECK: Base.Spring many[2](each stiffness = 3, each damped=false);
// CHECK: Base.SteelSpring steel(stiffness = 4, damped=false);
// CHECK: Base.Spring short(stiffness = 5, damped=false) "kept";
// CHECK: Base.Table t(first=(1 + 2)*2, second=2);
// CHECK: Base.Units.Mass m = plain.stiffness + many[1].stiffness;
// CHECK: modelica://Base.Spring
// CHECK: extends Base.Spring(stiffness = 2, damped=false);
// CHECK: First first(plain(stiffness = 7));
// CHECK: Real x = stiffness + first.plain.stiffness;
// CHECK: import SI = Base.Units;
// CHECK: uses(Base(version = "3.0"))
// CHECK: First
// RUN: causeway check out/Old/Second.mo -L %d/data
// CHECK-NOT: error
