connector C1 Real x; flow Real f; input Real u; end C1;
connector C2 Real x; flow Real f; Real u; flow Real g; end C2;
model A C1 c; end A;
model B C2 c; end B;
model M
  A a;
  B b;
equation
  connect(a.c, b.c);
end M;
