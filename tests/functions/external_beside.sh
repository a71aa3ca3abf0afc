# C code beside a model of one file is found: the header that Include names, sources of the library that Library names.
# RUN: bash %s
# CHECK: 1,3
mkdir -p code
cat > code/Beside.mo <<'END'
package Beside
  function f
    input Real x;
    output Real y;
    external "C" y = beside(x) annotation(Include = "#include \"beside.h\"", Library = "besidec");
  end f;
  model M
    Real y = f(time);
  end M;
end Beside;
END
echo 'double beside(double x);' > code/beside.h
printf '#include "beside.h"\ndouble beside(double x) { return 3*x; }\n' > code/besidec.c
causeway simulate code/Beside.mo Beside.M -o out.csv && tail -1 out.csv
