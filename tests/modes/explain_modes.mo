// RUN: causeway explain --modes %s
// CHECK: 1 condition governs structure
// CHECK: closed {{.*}}explain_modes.mo:21
// CHECK: 2 modes, 2 translations, 1 changes
// CHECK: 1 not closed
// CHECK: 2 states: v1, v2
// CHECK: 2 closed
// CHECK: 1 state: v1
// CHECK: 1 s 1 -> 2
// CHECK: v1 jumps from 8 to 2
// CHECK: impulse of i: 6
// RUN: causeway explain --modes %r/examples/bouncing_ball.mo
// CHECK: its structure does not change
model Explained "What a run through modes was like"
  Real v1(start = 8, fixed = true), v2(start = 0, fixed = true), i;
  Boolean closed = time >= 1;
equation
  der(v1) = -i;
  3*der(v2) = i;
  if closed then
    v1 = v2;
  else
    i = 0;
  end if;
  annotation (experiment(StopTime = 2));
end Explained;
