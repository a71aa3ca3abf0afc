model ImpureBinding
  impure function count input Real x; output Real y; algorithm y := x + 1; end count;
  Real z = count(time);
end ImpureBinding;
