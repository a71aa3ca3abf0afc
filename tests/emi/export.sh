# RUN: bash %s %r
# CHECK: all as it should be
# A model leaves as an external model and comes back as one: states, events of state and time, parameters, feed-through.
set -eu
plant=$1/tests/fmi/Plant.mo
causeway emi "$plant" Plant.Motor --inputs tau --outputs w,w1 --parameters J2 -o motor.so --quiet
causeway emi "$plant" Plant.Hybrid --outputs h,count,bounces -o hybrid.so --quiet
cat > Back.mo <<MODEL
package Back
  model Motor
    Causeway.ExternalModelInterface.Model m(library = "$PWD/motor.so", p = {3});
  equation
    m.u = {sin(time)};
  end Motor;
  model Twin
    extends Plant.Motor(J2 = 3, tau = sin(time));
  end Twin;
  model Hybrid
    Causeway.ExternalModelInterface.Model m(library = "$PWD/hybrid.so");
  end Hybrid;
end Back;
MODEL
run() { causeway simulate $2 --stop "$3" --tolerance 1e-8 -o "$1.csv" --quiet; }
run motor "Back.mo Back.Motor" 2
run twin "$plant Back.mo Back.Twin" 2
run hybrid "Back.mo Back.Hybrid" 1.9
run ball "$plant Plant.Hybrid" 1.9
python3 - <<'PY'
import csv
def last(name):
    rows = list(csv.reader(open(name + ".csv")))
    return {n: float(x) for n, x in zip(rows[0], rows[-1])}
a, b = last("motor"), last("twin")
assert abs(a["m.y[1]"] - b["w"]) < 1e-6 and abs(a["m.y[2]"] - b["w1"]) < 1e-6, (a, b)
assert a["m.follows[1,1]"] == 0
a, b = last("hybrid"), last("ball")
assert abs(a["m.y[1]"] - b["h"]) < 1e-5 and a["m.y[2]"] == b["count"] == 19 and a["m.y[3]"] == b["bounces"], (a, b)
PY
echo "all as it should be"
