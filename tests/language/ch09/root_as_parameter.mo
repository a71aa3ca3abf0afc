// Connections.isRoot as the value of a parameter that decides about equations.
// RUN: causeway simulate %s -o %t.csv --stop 1
// FINAL: sink.c.o[1] = 1 +- 1e-9
model IsRootParam
  type Real2 = Real[2];
  type Over
    extends Real2;
    function equalityConstraint
      input Real u1[2];
      input Real u2[2];
      output Real residue[1];
    algorithm
      residue[1] := u1[1] - u2[1];
    end equalityConstraint;
  end Over;
  connector C
    Real e; flow Real f; Over o; flow Real g;
  end C;
  model Source
    C c;
    parameter Boolean root = Connections.isRoot(c.o);
  equation
    c.e = 1;
    Connections.potentialRoot(c.o);
    if root then
      c.o = {1, 0};
    end if;
  end Source;
  model Sink
    C c;
  equation
    c.f = 1; c.g = 1;
  end Sink;
  Source source;
  Sink sink;
equation
  connect(source.c, sink.c);
end IsRootParam;
