// RUN: causeway convert %s -L %d/data -o out && grep -v '^//' out/convert_none_needed.mo
// CHECK: uses(Base(version = "3.0"))
model M
  Base.Units.Length l = 1;
  annotation(uses(Base(version = "2.9")));
end M;
