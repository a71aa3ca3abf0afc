# A model saved with the libraries it uses in one file (a total model): the C code of a library is found in the library of
# this name.
# RUN: bash %s
# RUN: causeway simulate total.mo -L libraries -o %t.csv --stop 1
# FINAL: %t.csv y = 2 +- 1e-12
# RUN: mkdir -p Resources/C-Sources && echo 'double base_times(double x) { return 5*x; }' > Resources/C-Sources/basecode.c
# RUN: causeway simulate total.mo -L libraries -o %t.own.csv --stop 1
# FINAL: %t.own.csv y = 5 +- 1e-12
set -e
for version in 1 2 3; do
  folder="libraries/Base $version"
  mkdir -p "$folder/Resources/C-Sources"
  printf 'within;\npackage Base\n annotation(version="%s");\nend Base;\n' $version > "$folder/package.mo"
  echo "double base_times(double x) { return $version*x; }" > "$folder/Resources/C-Sources/basecode.c"
done
cat > total.mo << 'END'
package Base
  function times
    input Real x;
    output Real y;
    external "C" y = base_times(x) annotation(Library = "basecode");
  end times;
  annotation(version="2");
end Base;

model Base_times
  Real y = Base.times(time);
end Base_times;
END
