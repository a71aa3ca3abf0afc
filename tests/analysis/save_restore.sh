# RUN: bash %s %r
# CHECK: with ida: the bits of a run never saved
# CHECK: with a system without tearing: the bits of a run never saved
# CHECK: with a table: the bits of a run never saved
# CHECK: a changed parameter: k is 3 behind the instant of restoring
# A run saved on its way by --save-state FILE@T and restored goes on with the bits of the run that was never saved: events, clocks, delays,
# sampled and nonlinear equations, tables, for every method.
set -e
cat > Save.mo <<'M'
package Save
  model Events
    parameter Real k = 0.2;
    Real x(start = 1, fixed = true), v(start = 0, fixed = true), y(start = 0, fixed = true), d, z(start = 0.1);
    discrete Real s(start = 0, fixed = true);
    Integer n(start = 0, fixed = true);
  equation
    der(x) = v;
    der(v) = -9.81;
    when x < 0 then
      reinit(v, -0.9*pre(v));
      n = pre(n) + 1;
    end when;
    when sample(0.1, 0.13) then
      s = pre(s) + x*sin(time);
    end when;
    d = delay(x, 0.21);
    der(y) = -y + d + s*0.1;
    z + k*z^3 = sin(y) + x*0.1;
  end Events;
  model Clocked
    Real x(start = 1, fixed = true), u, w, e(start = 0), y;
  equation
    der(x) = -x + u + sin(3*time);
    y = sample(x, Clock(0.07));
    e = previous(e)*0.5 + y;
    w = -0.3*e;
    u = hold(w);
  end Clocked;
  model Driven
    input Real u;
    Real x(start = 0, fixed = true);
  equation
    der(x) = u - x^3;
  end Driven;
end Save;
M
printf 'time,u\n0,0\n1,2\n1,-1\n2.5,1\n4,0\n' > u.csv
cat > compare.py <<'P'
import sys
whole, rest = (open(p).read().splitlines() for p in sys.argv[1:3])
rows = rest[1:]
assert rest[0] == whole[0] and len(rows) > 50 and len(rows) < 0.8*len(whole), (len(rows), len(whole))
assert whole[-len(rows):] == rows, next((a, b) for a, b in zip(whole[-len(rows):], rows) if a != b)
P
check() { # label, model, options...
  local label=$1 model=$2; shift 2
  causeway simulate Save.mo $model --stop 4 "$@" -o whole.csv > log 2>&1
  causeway simulate Save.mo $model --stop 4 "$@" -o saved.csv --save-state state@1.7 > log 2>&1
  grep -q 'saved at 1.7' log
  cmp whole.csv saved.csv
  causeway simulate Save.mo $model --restore state -o rest.csv > log 2>&1
  python3 compare.py whole.csv rest.csv
  echo "with $label: the bits of a run never saved"
}
for solver in cvode cvode-adams dopri5 rk4 trbdf2 esdirk4 ida; do check $solver Save.Events --solver $solver; done
check "a clock" Save.Clocked
cp "$1/tests/errors/RT0033.mo" Rising.mo
rising() { causeway simulate Rising.mo --solver rk4 "$@" > log 2>&1; }
rising -o whole.csv && rising -o saved.csv --save-state state@0.5 && rising -o rest.csv --restore state
cmp whole.csv saved.csv
python3 compare.py whole.csv rest.csv
echo "with a system without tearing: the bits of a run never saved"
check "a table" Save.Driven --input u.csv
causeway simulate Save.mo Save.Events --stop 4 -o saved.csv --save-state state@1.7 > log
causeway simulate Save.mo Save.Events --restore state -p k=3 -o rest.csv > log
python3 - <<'P'
import csv
rows = list(csv.DictReader(open("rest.csv")))
import math
z, y, x = (float(rows[-1][n]) for n in "zyx")
assert abs(z + 3*z**3 - math.sin(y) - 0.1*x) < 1e-8
print("a changed parameter: k is 3 behind the instant of restoring")
P
