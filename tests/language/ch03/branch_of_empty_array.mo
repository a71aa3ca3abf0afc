// A branch that cannot be translated does not count where a parameter chooses the other one.
// RUN: causeway simulate %s -o %t.csv --stop 1
// FINAL: fault = 7 +- 1e-9
model BranchOfEmptyArray
  record Select
    parameter Boolean on = false;
    parameter Integer index = 1;
  end Select;
  parameter Integer n = 0;
  Real faults[n] = fill(1, n);
  parameter Select select;
  Integer number = select.index;
  Real fault = if select.on then faults[number] else 7;
end BranchOfEmptyArray;
