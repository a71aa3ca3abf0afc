// A subscript outside the array fails in a function that asks to be inlined as in any other (MLS 3.6, 10.5.1).
// RUN: causeway simulate %s -o /dev/null
// EXIT: 5
// CHECK: at time 0.5: subscript outside the array in function InlinedSubscript.element
// RUN: causeway simulate %s -p last=3 -o %t.csv
// FINAL: y = 30 +- 1e-12
model InlinedSubscript
  function element
    input Real x[:];
    input Integer k;
    output Real y;
  algorithm
    y := x[k];
    annotation(Inline = true);
  end element;
  parameter Integer last = 4;
  Integer k = if time < 0.5 then 1 else last;
  Real y = element({10, 20, 30}, k);
end InlinedSubscript;
