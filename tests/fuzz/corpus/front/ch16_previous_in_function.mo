model PreviousInFunction
  function f input Real x; output Real y; algorithm y := previous(x); end f;
  Real y = f(time);
end PreviousInFunction;
