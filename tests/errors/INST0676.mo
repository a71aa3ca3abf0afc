// RUN: causeway simulate %s
// EXIT: 2
// CHECK: error[INST0676]: the external model /nowhere/lag.so cannot be loaded
model Missing
  Causeway.ExternalModelInterface.Model m(library = "/nowhere/lag.so");
equation
  m.u = fill(1, m.nu);
end Missing;
