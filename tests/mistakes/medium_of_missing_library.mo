// One cause, one message: what a medium of a missing library lacks is not told, however often it is handed on.
// RUN: causeway check %s MediumOfMissingLibrary.Room
// EXIT: 2
// CHECK: medium_of_missing_library.mo:{{[0-9]+}}:39: error[INST0112]: there is no class named 'Solarwind' here
// CHECK-NOT: INST0503
package MediumOfMissingLibrary
  package Interface
    constant Integer nC = 0;
  end Interface;
  model Volume
    replaceable package Medium = Interface;
    Real C[Medium.nC];
  end Volume;
  model Zone
    replaceable package Medium = Interface;
    Volume vol(redeclare final package Medium = Medium);
    Real D[Medium.nC];
  end Zone;
  model Room
    Zone z(redeclare package Medium = Solarwind.Air);
  end Room;
end MediumOfMissingLibrary;
