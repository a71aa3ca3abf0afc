// Derivatives of an input that the model needs are inputs of their own, named; a table of the input gives its slope.
// RUN: causeway simulate %s -o %t.csv
// CHECK: input_derivative.mo:29:{{.*}}warning[SYM0306]: the model needs the derivatives of its input phi: der(phi), der(der(phi)) are inputs too
// RUN: printf 'time,phi,der(phi),der(der(phi))\n0,0,0,2\n1,1,2,2\n1,1,2,0\n2,3,2,0\n' > in.csv
// RUN: causeway simulate %s --input in.csv --stop 2 -o %t.1.csv
// VALUE: %t.1.csv tau(0.5) = 4 +- 1e-12
// VALUE: %t.1.csv tau(1.5) = 0 +- 1e-12
// VALUE: %t.1.csv w(1.5) = 2 +- 1e-12
// RUN: printf 'time,phi,der(phi)\n0,0,0\n1,1,2\n2,3,2\n' > part.csv
// RUN: causeway simulate %s --input part.csv --stop 2 -o %t.2.csv
// VALUE: %t.2.csv tau(0.5) = 4 +- 1e-12
// VALUE: %t.2.csv tau(1.5) = 0 +- 1e-12
// RUN: printf 'time,phi\n0.5,0\n1,1\n2,3\n' > slope.csv
// RUN: causeway simulate %s --input slope.csv --stop 3 -o %t.3.csv
// CHECK: warning[RT0008]: the table is straight between its points, so 'der(phi)' jumps and 'der(der(phi))' is taken to be zero
// VALUE: %t.3.csv w(0.2) = 0 +- 0
// VALUE: %t.3.csv w(0.8) = 2 +- 1e-12
// VALUE: %t.3.csv w(2.5) = 0 +- 0
// RUN: causeway simulate %s -o %t.mat && causeway show %t.mat 'der(*'
// CHECK: der(phi) rad/s
// CHECK: der(der(phi)) rad/s2
// RUN: causeway linearize %s -o %t.json
// FILE-CHECK: %t.json "der(der(phi))"
// RUN: causeway simulate %s -p 'der(der(phi))=3' -o %t.4.csv
// FINAL: %t.4.csv tau = 6 +- 1e-12
// RUN: causeway fmu %s -o %t.fmu && unzip -p %t.fmu modelDescription.xml > %t.xml
// FILE-CHECK: %t.xml name="der(phi,2)"
model InputDerivative
  input Real phi(start = 0, unit = "rad");
  output Real tau;
  Real w;
  parameter Real J = 2;
equation
  w = der(phi);
  J*der(w) = tau;
end InputDerivative;
