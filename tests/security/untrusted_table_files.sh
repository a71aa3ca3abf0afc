# --untrusted: tables in text files are read where libraries may be read, and nowhere else.
# REQUIRES: release
# RUN: bash %s
# CHECK: text: 0 2.5
# CHECK: csv: 0 2.5
# CHECK: outside: 4 0
# CHECK: is not read: it lies outside what a model that is not trusted may read
# CHECK: dots: 4 0
# CHECK: link: 4 0
# CHECK: device: 4 0
# CHECK: folder: 4 0
# CHECK: pipe: 4 0
# CHECK: there is no table of that name in it
# CHECK: the table has not as many numbers as its head says
# CHECK: it does not begin with #1
# CHECK: files of MATLAB are not read for a model that is not trusted
# CHECK-NOT: 77
set -u
mkdir -p lib/T/Data; here=$PWD
cat > lib/T/package.mo <<'END'
package T
  class Table
    extends ExternalObject;
    function constructor
      input String file;
      input String name;
      output Table object;
      external "C" object = ModelicaStandardTables_CombiTable1D_init3(
        file, name, {{0.0, 0.0}}, 1, 2, {2}, 1, 1, 1, 0, ";", 2);
    end constructor;
    function destructor
      input Table object;
      external "C" ModelicaStandardTables_CombiTable1D_close(object);
    end destructor;
  end Table;
  function value
    input Table object;
    input Real u;
    output Real y;
    external "C" y = ModelicaStandardTables_CombiTable1D_getValue(object, 1, u);
  end value;
  model M
    parameter String file = "";
    parameter String name = "t";
    parameter Table table = Table(file, name);
    Real y = value(table, time);
  end M;
end T;
END
printf '#1\ndouble other(1,2)\n 0 77\ndouble t(3,2) # of the model\n 0, 0 # first\n 0.5 1\n\n 1 2.5\n' > lib/T/Data/t.txt
printf 'u;y\ns;m\n0;0\n0.5;1\n1;2.5\n' > lib/T/Data/t.csv
printf '#1\ndouble t(2,2)\n0 77\n1 77\n' > secret.txt
ln -s ../../../secret.txt lib/T/Data/link.txt
mkfifo lib/T/Data/pipe.txt
try() { # label file [name]
  causeway simulate -L lib T.M --untrusted -o r.csv -p "file=\"$2\"" -p "name=\"${3:-t}\"" > said 2>&1; code=$?
  last=$(tail -1 r.csv 2>/dev/null | tr -d '\r' | sed 's/.*,//'); [ $code = 0 ] || last=0
  echo "$1: $code $last"; grep -o 'is not read: .*\|there is no .*' said | head -1; rm -f r.csv
}
try text "$here/lib/T/Data/t.txt"
try csv "$here/lib/T/Data/t.csv"
try outside "$here/secret.txt"
try dots "$here/lib/T/../../secret.txt"
try link "$here/lib/T/Data/link.txt"
try device /dev/zero
try folder "$here/lib/T/Data"
try pipe "$here/lib/T/Data/pipe.txt"
try name "$here/lib/T/Data/t.txt" nothing
printf '#1\ndouble t(3,2)\n 0 0 1 1\n' > lib/T/Data/short.txt; try short "$here/lib/T/Data/short.txt"
printf 'double t(1,2)\n 0 0\n' > lib/T/Data/bare.txt; try bare "$here/lib/T/Data/bare.txt"
cp lib/T/Data/t.txt lib/T/Data/t.mat; try mat "$here/lib/T/Data/t.mat"
