package ReplaceablePackage
  package Water constant Real rho = 2; end Water;
  package Oil constant Real rho = 5; end Oil;
  model Tank
    replaceable package Medium = Water;
    Real y = Medium.rho;
  end Tank;
  model M
    Tank a;
    Tank b(redeclare package Medium = Oil);
  end M;
end ReplaceablePackage;
