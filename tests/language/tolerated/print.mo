// Other tools know print without a library; here the one of the standard library is meant (its folder's stand-in below).
// RUN: causeway check %s M
// CHECK: warning[INST0572]: no function print is declared here (MLS 5.3.1)
// CHECK: hint: Modelica.Utilities.Streams.print is meant
// RUN: causeway check --strict %s M
// EXIT: 2
// CHECK: error[INST0572]: no function print is declared here
package Modelica
  package Utilities
    package Streams
      impure function print
        input String text;
      algorithm
      end print;
    end Streams;
  end Utilities;
end Modelica;
model M
  Real x(start = 1, fixed = true);
equation
  der(x) = -x;
algorithm
  when time > 0.5 then
    print("x = " + String(x));
  end when;
end M;
