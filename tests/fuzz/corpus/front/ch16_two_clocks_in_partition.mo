model TwoClocksInPartition
  Real a = sample(time, Clock(0.1));
  Real b = sample(time, Clock(0.3));
  Real c = a + b;
end TwoClocksInPartition;
