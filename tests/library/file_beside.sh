# An external object made from a file that is named without its place: beside the model, or in a folder of its library.
# RUN: bash %s
# CHECK: warning[LIB0013]: there is no file data.txt where the program runs
# CHECK: x = 7
# CHECK: warning[LIB0013]: there is no file tables/more.txt where the program runs
# CHECK: x = 8
mkdir -p Lib/Sub Lib/tables there
echo 7 > Lib/Sub/data.txt
echo 8 > Lib/tables/more.txt
echo 'package Lib end Lib;' > Lib/package.mo
cat > Lib/Sub/package.mo <<'M'
within Lib;
package Sub
  class Number
    extends ExternalObject;
    function constructor
      input String file;
      output Number n;
    external "C" n = number_open(file) annotation(Include = "
#include <stdio.h>
#include <stdlib.h>
void *number_open(const char *file) {
    double *x = calloc(1, sizeof *x);
    FILE *f = fopen(file, \"r\");
    if (f && fscanf(f, \"%lf\", x) != 1) *x = -1;
    if (f) fclose(f);
    return x;
}
double number_value(void *n) { return *(double *)n; }
void number_close(void *n) { free(n); }");
    end constructor;
    function destructor
      input Number n;
    external "C" number_close(n);
    end destructor;
  end Number;
  function value
    input Number n;
    output Real x;
  external "C" x = number_value(n);
  end value;
  model M
    parameter String file = "data.txt";
    parameter Number n = Number(file);
    Real x = value(n);
  end M;
end Sub;
M
cd there
causeway simulate Lib.Sub.M -L .. -o a.csv 2>&1 && echo "x = $(tail -1 a.csv | sed 's/.*,//')"
causeway simulate Lib.Sub.M -L .. -p 'file="tables/more.txt"' -o b.csv 2>&1 && echo "x = $(tail -1 b.csv | sed 's/.*,//')"
