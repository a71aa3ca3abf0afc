// RUN: causeway check %s
// EXIT: 2
// CHECK: SYN0029.mo:6:12: error[SYN0029]: an import of several classes cannot be given a name
package P
  model M
    import A = Modelica.Units.{SI, NonSI};
    Real x = 1;
  end M;
end P;
