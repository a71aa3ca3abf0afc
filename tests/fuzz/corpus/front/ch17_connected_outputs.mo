model ConnectedOutputs
  connector Out = output Integer;
  connector In = input Integer;
  block Count Out y(start = 0); equation y = previous(y) + 1; end Count;
  block Ten Out y(start = 0); equation y = previous(y) + 10; end Ten;
  block Sink In u; end Sink;
  Count count;
  Ten ten;
  Sink sink;
equation
  connect(count.y, sink.u);
  connect(ten.y, sink.u);
  initialState(count);
  transition(count, ten, count.y >= 3, immediate = false);
end ConnectedOutputs;
