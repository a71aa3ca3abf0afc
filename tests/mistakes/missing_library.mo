// RUN: causeway simulate %s -L %d/library -o %t.csv
// EXIT: 2
// CHECK: :6:3: error[INST0112]: there is no class named 'Nowhere' here
// CHECK: hint: no library 'Nowhere' was found: causeway install Nowhere --from WHERE installs it; if it is there, say where with -L DIR or the variab
model M
  Nowhere.Resistor r; // <- the library is missing
  Nowhere.Capacitor c;
  Nowhere.Source s;
end M;
