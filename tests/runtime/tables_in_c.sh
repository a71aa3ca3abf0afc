# The sources of the tables of the Modelica library: their dummy of usertab stands behind a macro, and annotations of
# versions 3.2.1 and 3.2.2 do not name the libraries that they call.
# REQUIRES: tool cc
# RUN: bash %s %t
# RUN: causeway simulate Tables.Use -L %t -o use.csv
# FINAL: use.csv y = 3 +- 0
mkdir -p "$1/Tables/Resources/C-Sources/zlib"
cat > "$1/Tables/Resources/C-Sources/ModelicaStandardTables.c" <<'C'
int usertab(void);
int read_matrix(void);
double lookup(double x) { return x > 1 ? usertab() : read_matrix(); }
#if defined(DUMMY_FUNCTION_USERTAB)
int usertab(void) { return 1; }
#endif
C
cat > "$1/Tables/Resources/C-Sources/ModelicaMatIO.c" <<'C'
int unpacked(void);
int read_matrix(void) { return unpacked() + 1; }
C
cat > "$1/Tables/Resources/C-Sources/zlib/inflate.c" <<'C'
int unpacked(void) { return 2; }
C
cat > "$1/Tables/package.mo" <<'M'
package Tables
  impure function lookup
    input Real x;
    output Real y;
    external "C" y = lookup(x) annotation(Library = "ModelicaStandardTables");
  end lookup;

  model Use
    parameter Real y(fixed = false);
  initial equation
    y = lookup(0.5);
  end Use;
end Tables;
M
