// Conditions at the start that determine what another component computes: the two stay one FMU.
// RUN: causeway ssp %s -o started.ssp
// CHECK: controller_and_1_more: 1 inputs, 2 outputs; stays together
// CHECK: reference: 0 inputs, 1 outputs
// RUN: causeway simulate started.ssp --stop 1 --tolerance 1e-8 -o parts.csv --quiet && causeway simulate %s --stop 1 --tolerance 1e-8 -o whole.csv --quiet
// VALUE: whole.csv plant.w(0) = 1.5 +- 1e-9
// VALUE: parts.csv controller_and_1_more.plant.w(0) = 1.5 +- 1e-6
// VALUE: parts.csv controller_and_1_more.plant.w(1) = 2.1321205588 +- 1e-5
// VALUE: whole.csv plant.w(1) = 2.1321205588 +- 1e-5
model Started
  block Controller
    input Real u, r;
    output Real y = 2*(r - u);
  end Controller;
  block Plant
    input Real tau;
    output Real w(start = 0);
    parameter Real load = 1;
    Real a(start = 1, fixed = true);
  equation
    der(w) = a;
    2*a = tau + load;
  end Plant;
  block Reference
    output Real y = 2;
  end Reference;
  Controller controller;
  Plant plant;
  Reference reference;
equation
  controller.u = plant.w;
  controller.r = reference.y;
  plant.tau = controller.y;
end Started;
