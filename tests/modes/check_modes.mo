// RUN: causeway check --modes 4 %s
// CHECK: 2 conditions may govern structure
// CHECK: off1 {{.*}}check_modes.mo:14
// CHECK: 4 modes translated
// CHECK: 1 state: i
// CHECK: 0 states
// RUN: causeway check --modes 4 %r/examples/tank.mo
// CHECK: no condition governs structure
model Checked "Two ideal diodes one behind the other: what can be said without running it"
  Real i(start = 0), s1, s2, v1, v2;
  Boolean off1 = s1 < 0, off2 = s2 < 0;
equation
  sin(time) = v1 + v2 + 0.5*i + der(i);
  v1 = if off1 then s1 else 0;
  i = if off1 then 0 else s1;
  v2 = if off2 then s2 else 0;
  i = if off2 then 0 else s2;
end Checked;
