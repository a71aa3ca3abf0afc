within;
package Lib "a library in a folder"
  constant Real factor = 3;
  model InPackage Real x = factor; end InPackage;
  annotation(version = "1.0");
end Lib;
