package ImportFromTwo
  package A constant Real c = 2; end A;
  package B constant Real c = 3; end B;
  model M
    import ImportFromTwo.A.*;
    import ImportFromTwo.B.*;
    Real y = c;
  end M;
end ImportFromTwo;
