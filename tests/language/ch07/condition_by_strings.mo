// Conditions differ between the elements of an array through Strings.
// RUN: causeway simulate %s M -o %t.csv --stop 1
// FINAL: part[2].inside.x = 1 +- 0
// CHECK-NOT: part[1].inside
model Inner
  Real x = 1;
end Inner;
model Part
  parameter String h = "";
  Inner inside if h == "with";
end Part;
model M
  Part part[2](h = {"", "with"});
end M;
