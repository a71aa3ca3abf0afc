// A protected input whose conditional partner is not there, and that nobody reads, has its start value.
// RUN: causeway simulate %s P.M -o %t.csv --stop 1
// FINAL: s.y = 1 +- 1e-12
// RUN: causeway check --strict %s P.M
// EXIT: 2
// CHECK: error[TOOL0016]
package P
  connector RealInput = input Real;
  connector BooleanInput = input Boolean;
  model Source
    parameter Boolean use_T = false;
    parameter Boolean use_Q = true;
    RealInput Q_in if use_Q;
    RealInput T_in if use_T;
    BooleanInput on if use_T;
    output Real y;
  protected
    RealInput Q_internal;
    RealInput T_internal(start = 3);
    BooleanInput on_internal;
  equation
    connect(Q_in, Q_internal);
    connect(T_in, T_internal);
    connect(on, on_internal);
    if use_T then
      y = T_internal;
    else
      y = Q_internal;
    end if;
  end Source;
  model M
    Source s(Q_in = time);
  end M;
end P;
