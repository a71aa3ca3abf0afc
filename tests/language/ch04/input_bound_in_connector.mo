// Inputs of public connectors come from outside, also where the class gives them a value: an equation of it (MLS 3.6, 4.8).
// RUN: causeway check --strict %s
// CHECK: 0 failed
// RUN: causeway simulate %s InputBoundInConnector.Test -o %t.csv --stop 1
// FINAL: vol.M = 1 +- 1e-6
package InputBoundInConnector
  connector In
    Real r;
    flow Real m;
    input Real state;
  end In;
  connector Out
    Real r;
    flow Real m;
    output Real state;
  end Out;
  model Vol
    In inlet(m = m_in, r = r_in, state = s_in);
    Real m_in, r_in, s_in, M(start = 1, fixed = true);
  equation
    der(M) = m_in;
    r_in = s_in - M;
  end Vol;
  model Src
    Out o;
  equation
    o.r = 0;
    o.state = 1;
  end Src;
  model Test
    Vol vol;
    Src src;
  equation
    connect(src.o, vol.inlet);
  end Test;
end InputBoundInConnector;
