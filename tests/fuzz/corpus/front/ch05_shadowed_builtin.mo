model M "a function of the user hides the built-in one"
  function sin input Real u; output Real y; algorithm y := 42; end sin;
  Real y = sin(0);
end M;
