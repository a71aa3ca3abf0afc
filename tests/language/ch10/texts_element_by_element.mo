// .+ joins texts element by element; a scalar is repeated (10.6).
// RUN: causeway simulate %s -o %t.csv --stop 1
// FINAL: n = 3 +- 1e-9
model TextsElementByElement
  constant String s[3] = "a" .+ {"x", "y", "z"};
  constant String t[3] = s .+ "b";
  constant String u[3] = s .+ t;
  parameter Integer n = (if s[2] == "ay" then 1 else 0) + (if t[3] == "azb" then 1 else 0) + (if u[1] == "axaxb" then 1 else 0);
end TextsElementByElement;
