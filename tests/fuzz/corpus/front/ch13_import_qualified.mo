package ImportQualified
  package A
    package B constant Real c = 2; end B;
  end A;
  model M
    import ImportQualified.A.B;
    Real y = B.c;
  end M;
end ImportQualified;
