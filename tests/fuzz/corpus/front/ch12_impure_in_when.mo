model M
  impure function f output Real y; algorithm y := 1; end f;
  discrete Real x(start = 0, fixed = true);
equation
  when time > 0.5 then
    x = f();
  end when;
end M;
