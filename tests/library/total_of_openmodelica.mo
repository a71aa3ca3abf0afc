// A model saved as a whole by OpenModelica brings its ModelicaServices, which asks OpenModelica for the largest Integer.
// RUN: causeway simulate %s M -o %t.csv --stop 1
// FINAL: x = 2147483647 +- 0.5
package ModelicaServices
  package Machine
    final constant Integer Integer_inf = OpenModelica.Internal.Architecture.integerMax();
  end Machine;
end ModelicaServices;
model M
  Real x = ModelicaServices.Machine.Integer_inf;
end M;
