// Names with brackets: an element, all elements by a pattern, the array by its name; the axis has their unit.
// RUN: causeway simulate %s -o a.mat -q; causeway plot a.mat 'a[2]' | tail -1
// CHECK: ── a[2] [K]
// RUN: causeway plot a.mat 'a[*]' | tail -3
// CHECK: ── a[1] [K]
// CHECK: ── a[2] [K]
// CHECK: ── a[3] [K]
// RUN: causeway plot a.mat a | head -1
// CHECK: [K]
// RUN: causeway plot a.mat 'a[4]'
// EXIT: 1
// CHECK: a.mat has no variable 'a[4]'
model Names
  Real a[3](each unit = "K") = {1, 2, 3}*time;
end Names;
