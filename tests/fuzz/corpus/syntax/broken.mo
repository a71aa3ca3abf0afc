model A
  Real x = ;
  Real input;
  parameter parameter Real y
  x := 1;
equation
  x := 2
  Real z;
  if a then y = 1; end for;
  while a loop end while;
  else
algorithm
  x = 3; a^b^c; a < b < c; x := a*-b;
end B;
end C;
foo bar;
model "string" 'open
