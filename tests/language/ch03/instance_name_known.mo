// getInstanceName() (3.7.4.4) where a value is needed during translation: behind a function, in a size, in elements of an array.
// RUN: causeway flatten %s
// CHECK: String a.t = "InstanceNameKnown.a!"
// CHECK: String b[1].t = "InstanceNameKnown.b[1]!"
// CHECK: String b[2].t = "InstanceNameKnown.b[2]!"
// RUN: causeway simulate %s -o %t.csv
// FINAL: a.y[2] = 1 +- 1e-9
model InstanceNameKnown
  function marked
    input String s;
    output String t = s + "!";
  algorithm
  end marked;
  model A
    parameter String t = marked(getInstanceName());
    Real y[if t == "InstanceNameKnown.a!" then 2 else 3] = fill(time, size(y, 1));
  end A;
  model B
    parameter String t = marked(getInstanceName());
    Real x = time;
  end B;
  A a;
  B b[2];
end InstanceNameKnown;
