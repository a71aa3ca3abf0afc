operator record P
  Real x;
  encapsulated operator 'constructor'
    function f input Real a; output Real r = a; algorithm end f;
  end 'constructor';
end P;
model OutputNotRecord
  P a = P(1);
end OutputNotRecord;
