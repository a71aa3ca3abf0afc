model TwoSourcesNotExclusive
  connector Out = output Integer;
  connector In = input Integer;
  block Count Out y(start = 0); equation y = previous(y) + 1; end Count;
  block Sink In u; end Sink;
  Count a, b;
  Sink sink;
equation
  connect(a.y, sink.u);
  connect(b.y, sink.u);
  initialState(a);
  initialState(b);
end TwoSourcesNotExclusive;
