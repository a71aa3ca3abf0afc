model M
  Real x[2] = "a":"b";
end M;
