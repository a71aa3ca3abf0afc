// A plant with a sampled PI controller that starts in steady state: der(x) = 0 and pre(xd) = xd at the beginning are a linear
// system in x, u, xd and pre(xd), and nothing moves afterwards.
// RUN: causeway simulate %s -o %t.csv
// ALWAYS: abs({x} - 1) < 1e-9
// ALWAYS: abs({controller.y} - 1) < 1e-9
// FINAL: controller.x = 0.1 +- 1e-9
model SampledPI "Steady state of a hybrid system"
  parameter Real reference = 1;
  Real x "State of the plant";
  Causeway.Blocks.SampledPI controller(k = 10, T = 1, Ts = 0.01);
initial equation
  der(x) = 0;
  pre(controller.x) = controller.x;
equation
  der(x) = -x + controller.y;
  controller.reference = reference;
  controller.measured = x;
  annotation(experiment(StopTime=1, Interval=0.1));
end SampledPI;
