model M
  function total
    input Real v[:];
    output Real s;
  algorithm
    s := 0;
    for i in 1:size(v, 1) loop
      s := s + v[i];
    end for;
  end total;
  Real x = total({1, 2, 3});
  Real y = total({1, 2, 3, 4});
end M;
