model M
  record R Real a; Real b; end R;
  function f input Real u; output R r; algorithm r.a := delay(x, 1); r.b := 2 * u; end f;
  R r = f(2);
end M;
