// choices are for dialogs; values need not be among them.
// RUN: causeway simulate %s -o %t.csv --stop 1
// FINAL: y = 5 +- 0
model Choices
  parameter Integer k = 5 annotation(choices(choice = 1 "one", choice = 2 "two"));
  Real y = k;
end Choices;
