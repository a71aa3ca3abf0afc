// RUN: causeway simulate %s -o %t.csv
// CHECK: note[TOOL0043]: {{.*}} holds several models; the last one is run: P.B
// CHECK: hint: name the one you mean: {{.*}}TOOL0043.mo P.A
// CHECK: P.B: 0 to 1 s
// RUN: causeway simulate %s P -o %t.csv
// EXIT: 2
// CHECK: hint: name a model inside it: P.B, or P.A
// RUN: causeway simulate %s P.A -o %t.csv -p k=0,5
// EXIT: 2
// CHECK: parameter 'k' expects a number; '0,5' uses a decimal comma
// CHECK: hint: write k=0.5
// RUN: causeway simulate %s P.A -o %t.csv -p k=0.5x
// EXIT: 2
// CHECK: (value of k):1:1: error
// RUN: causeway simulate %s P.A -o %t.csv --stop 1h
// CHECK: 0 to 3600 s
// RUN: causeway simulate %s P.A -o %t.csv --stop 1,5
// EXIT: 1
// CHECK: hint: this is a decimal comma: write 1.5
// RUN: causeway simulate %s P.A -o %t.csv --interval 1week
// EXIT: 1
// CHECK: units ns, us, ms, s, min, h, d: --interval 1.5h
package P
  model A
    parameter Real k = 1;
    Real x = k*time;
    annotation (experiment(StopTime = 1));
  end A;
  model B
    Real x = time;
  end B;
end P;
