within;
package Old "made for version 2"
  import SI = Base.SI;
  annotation(uses(Base(version = "2.0")));
end Old;
