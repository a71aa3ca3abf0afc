model Joined "An FMU connected like any block"
  connector In = input Real;
  connector Out = output Real;
  block Source
    Out y = time;
  end Source;
  block Sink
    In u;
  end Sink;
  Source source;
  Sink sink;
  Decay decay(limit = -10);
equation
  connect(source.y, decay.u);
  connect(decay.y, sink.u);
  annotation(experiment(StopTime = 1));
end Joined;
