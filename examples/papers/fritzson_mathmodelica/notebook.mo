// P. Fritzson, J. Gunnarsson, M. Jirstrand: MathModelica - An Extensible Modeling and Simulation Environment with Integrated Graphics and Literate Programming (2002).
// A DAE that is implicit in two derivatives, of two roots at the beginning; Roessler's system; a motor with an elastic shaft.
// RUN: causeway simulate %s Notebook.SimpleDAE -o %t.dae.csv --stop 10 --tolerance 1e-10
// VALUE: %t.dae.csv der(beta1)(0) = 0.6652134 +- 1e-6
// VALUE: %t.dae.csv der(x2)(0) = 0.8903555 +- 1e-6
// VALUE: %t.dae.csv beta1(1) = 0.36606519 +- 1e-6
// VALUE: %t.dae.csv x2(2) = 0.60114116 +- 1e-6
// VALUE: %t.dae.csv beta1(10) = 0.66673147 +- 1e-6
// VALUE: %t.dae.csv x2(10) = 0.49980673 +- 1e-6
// RUN: causeway simulate %s Notebook.Motor -o %t.motor.csv --stop 25 --interval 1e-3 --tolerance 1e-9
// VALUE: %t.motor.csv i(1) = 0.5618635 +- 1e-6
// VALUE: %t.motor.csv i(1.366) = 0.59108 +- 1e-5
// VALUE: %t.motor.csv w2(25) = 0.9983273 +- 1e-6
// RUN: causeway sweep %s Notebook.Actuator -p d=linspace:5.2,5.4,21 --record error -o %t.sweep.csv
// RUN: awk -F, 'NR == 1 {for (k = 1; k <= NF; k++) {if ($k ~ /"d"/) c = k; if ($k ~ /error final/) e = k}} NR > 1 {if (m == "" || $e + 0 < m) {m = $e + 0; b = $c}} END {printf "best d = %.2f, error %.4e\n", b, m}' %t.sweep.csv
// CHECK: best d = 5.29, error 8.326
package Notebook
  model SimpleDAE "Guesses of zero lead to the first root"
    Real beta1(start = 0, fixed = true), x2(start = 0, fixed = true);
  equation
    der(beta1)/(1 + der(beta1)^2) + sin(der(x2))/(1 + der(beta1)^2) + beta1*x2 + beta1 = 1;
    sin(der(beta1)) - der(x2)/(1 + der(beta1)^2) - 2*beta1*x2 + beta1 = 0;
  end SimpleDAE;

  model Motor "V - R - L - EMF - inertia - spring - inertia"
    parameter Real V = 1, R = 0.9, L = 1, k = 1, J1 = 1, J2 = 1, c1 = 1;
    Real i(start = 0, fixed = true), w1(start = 0, fixed = true), w2(start = 0, fixed = true), phi(start = 0, fixed = true) "Twist";
  equation
    V = R*i + L*der(i) + k*w1;
    J1*der(w1) = k*i - c1*phi;
    J2*der(w2) = c1*phi;
    der(phi) = w1 - w2;
  end Motor;

  model Actuator "The damping that follows a first-order lag best: 5.286 in the paper"
    parameter Real d = 5;
    Real phi2(start = 0, fixed = true), w2(start = 0, fixed = true), phi1(start = 0, fixed = true), w1(start = 0, fixed = true);
    Real reference(start = 0, fixed = true), error(start = 0, fixed = true);
    parameter Real J1 = 0.1, J2 = 0.1, m = 0.5, c1 = 20, c2 = 15, d2 = 2;
  equation
    der(phi2) = w2;
    der(phi1) = w1;
    J2*der(w2) = 1 - c2*(phi2 - phi1) - d2*(w2 - w1);
    (J1 + m)*der(w1) = c2*(phi2 - phi1) + d2*(w2 - w1) - c1*phi1 - d*w1;
    0.2*der(reference) + reference = 0.05;
    der(error) = (phi1 - reference)^2;
    annotation(experiment(StopTime = 4, Tolerance = 1e-9));
  end Actuator;
end Notebook;
