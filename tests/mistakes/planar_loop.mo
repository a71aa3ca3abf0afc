// REQUIRES: env CAUSEWAY_MSL
// RUN: causeway check -L "$CAUSEWAY_MSL" %s
// EXIT: 3
// CHECK: planar_loop.mo:{{\d+}}:{{\d+}}: error[SYM0404]
// CHECK: note: this is where, in the library
// RUN: causeway simulate -L "$CAUSEWAY_MSL" %s -o %t.csv
// EXIT: 3
// CHECK: planar_loop.mo:{{\d+}}:{{\d+}}: error[SYM0404]: {{.*}} prescribe the same potentials twice
// CHECK: a planar loop of Modelica.Mechanics.MultiBody takes one RevolutePlanarLoopConstraint in place of a Revolute
model PlanarLoop "four bars with four plain joints"
  inner Modelica.Mechanics.MultiBody.World world;
  Modelica.Mechanics.MultiBody.Joints.Revolute a, b, c, d;
  Modelica.Mechanics.MultiBody.Parts.FixedTranslation one(r = {1, 0, 0}), two(r = {1, 1, 0}), three(r = {0, 1, 0}), ground(r = {2, 0, 0});
  Modelica.Mechanics.MultiBody.Parts.Body weight(m = 1, r_CM = {0, 0, 0});
equation
  connect(world.frame_b, a.frame_a);
  connect(a.frame_b, one.frame_a);
  connect(one.frame_b, b.frame_a);
  connect(b.frame_b, two.frame_a);
  connect(two.frame_b, c.frame_a);
  connect(c.frame_b, three.frame_a);
  connect(three.frame_b, d.frame_a);
  connect(d.frame_b, ground.frame_b);
  connect(ground.frame_a, world.frame_b);
  connect(weight.frame_a, two.frame_a);
end PlanarLoop;
