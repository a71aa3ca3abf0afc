// RUN: causeway simulate %s -o %t.csv --stop 6 --interval 1
// VALUE: %t.csv sink.u(1.5) = 2 +- 0
// VALUE: %t.csv sink.u(2.5) = 3 +- 0
// VALUE: %t.csv sink.u(3.5) = 10 +- 0
// VALUE: %t.csv sink.u(4.5) = 20 +- 0
// Outputs of different states connected together are one source (17.3.6).
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
