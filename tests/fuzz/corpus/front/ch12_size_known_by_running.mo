model M
  function positive input Integer v[:]; output Integer p[:]; algorithm
    p := fill(0, 0);
    for i in 1:size(v, 1) loop if v[i] > 0 then p := cat(1, p, v[i:i]); end if; end for;
  end positive;
  parameter Integer p[:] = positive({1, -2, 3});
  Real n = size(p, 1);
end M;
