// RUN: causeway flatten %s
// CHECK: warning[INST0402]
// CHECK: add a World
package MissingInnerMessage
  model World
    parameter Real g = 9.81;
    annotation(missingInnerMessage = "add a World");
  end World;
  model M
    outer World world;
    Real y = world.g;
  end M;
end MissingInnerMessage;
