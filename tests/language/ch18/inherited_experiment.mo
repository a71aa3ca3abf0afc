// Annotations of a base class are not inherited.
// RUN: causeway simulate %s -o %t.csv
// CHECK: 0 to 1 s
package InheritedExperiment
  model A
    Real x(start = 0, fixed = true);
  equation
    der(x) = 1;
    annotation(experiment(StopTime = 3));
  end A;
  model B
    extends A;
  end B;
end InheritedExperiment;
