within Lib;
model InFile
  InPackage p;
  Sub.Deep d;
  Real y = p.x + d.z;
end InFile;
