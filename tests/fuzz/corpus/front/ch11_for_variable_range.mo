model ForVariableRange
  Integer n = integer(time);
  Integer p[3] = {3, 2, 1};
  Integer s;
  Integer x[3];
algorithm
  s := 0;
  for i in 1:n loop
    s := s + i;
  end for;
  for i in p loop
    x[i] := 10*p[i];
  end for;
end ForVariableRange;
