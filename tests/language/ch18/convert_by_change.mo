// Rules may stand in the annotation itself.
// RUN: causeway convert %s -L %d/data -o out && grep -v '^//' out/convert_by_change.mo
// CHECK: Base.Spring f;
model M
  Base.Feather f;
  annotation(uses(Base(version = "0.5")));
end M;
