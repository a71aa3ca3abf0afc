operator record Pair
  Real a;
  Real b;
  encapsulated operator '*'
    import Pair;
    function scaled
      input Real k;
      input Pair p;
      output Pair r = Pair(a = k*p.a, b = k*p.b);
    algorithm
    end scaled;
  end '*';
  encapsulated operator function '+'
    import Pair;
    input Pair p;
    input Pair q;
    output Pair r = Pair(a = p.a + q.a, b = p.b + q.b);
  algorithm
  end '+';
end Pair;

connector In = input Pair;
connector Out = output Pair;

block Twice
  In u;
  Out y = 2*u + u;
end Twice;

model ConnectorOfOperatorRecord
  Twice s(u = Pair(1, 2));
  In i = Pair(1, 2);
  Pair d = i + i;
end ConnectorOfOperatorRecord;
