// A library that is not there: named, with the remedy.
// RUN: env -u MODELICAPATH causeway check %s
// EXIT: 2
// CHECK: missing_library.mo:7:{{\d+}}: error[
// CHECK: Buildings
model MissingLibrary
  Buildings.Fluid.Tank tank;
end MissingLibrary;
