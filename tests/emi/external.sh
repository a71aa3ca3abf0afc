# RUN: bash %s %d %r
# CHECK: all as it should be
# External models (include/causeway/emi.h): a lag, a bouncing ball, a delay, outputs that do not follow all inputs, a counter.
set -eu
here=$1 root=$2
for m in LAG BALL DELAY PAIR COUNTER; do
  cc -Wall -Wextra -Werror -I"$root/include" -shared -fPIC -D$m "$here/models.c" -o "$m.so"
done
cat > External.mo <<MODEL
package External
  model Lag "equals its Modelica twin"
    Causeway.ExternalModelInterface.Model m(library = "$PWD/LAG.so", p = {0.3});
    Real twin(start = 0.5, fixed = true), difference = m.y[1] - twin;
  equation
    m.u = {sin(3*time)};
    0.3*der(twin) = sin(3*time) - twin;
  end Lag;
  model Ball
    Causeway.ExternalModelInterface.Model m(library = "$PWD/BALL.so", p = {0.7});
    Real h(start = 1, fixed = true), v(start = 0, fixed = true);
    discrete Real last(start = 0, fixed = true), other(start = 0, fixed = true);
  equation
    der(h) = v;
    der(v) = -9.81;
    when h <= 0 then
      reinit(v, -0.7*pre(v));
      last = time;
    end when;
    when m.y[3] > pre(m.y[3]) then
      other = time;
    end when;
  end Ball;
  model Delay
    Causeway.ExternalModelInterface.Model m(library = "$PWD/DELAY.so", p = {0.2});
    Real x(start = 0, fixed = true), twin = delay(x, 0.2), difference = m.y[1] - twin;
  equation
    der(x) = cos(time);
    m.u = {x};
  end Delay;
  model Pair "y2 of the model feeds u2 through y1 of nothing: no loop"
    Causeway.ExternalModelInterface.Model m(library = "$PWD/PAIR.so");
  equation
    m.u[1] = time;
    m.u[2] = m.y[1];
  end Pair;
  model Counter
    Causeway.ExternalModelInterface.Model m(library = "$PWD/COUNTER.so");
  end Counter;
end External;
MODEL
run() { causeway simulate External.mo External.$1 --stop "$2" --tolerance 1e-8 -o "$1.csv" --quiet; }
last() { python3 -c "
import csv, sys
r = list(csv.reader(open('$1.csv')))
row = dict(zip(r[0], r[-1]))
worst = {n: max(abs(float(x[i])) for x in r[1:]) for i, n in enumerate(r[0])}
assert $2, row"; }
run Lag 2
last Lag "worst['difference'] < 1e-6"
run Ball 1.9
last Ball "abs(float(row['last']) - float(row['other'])) < 1e-6 and float(row['last']) > 1 and float(row['m.y[3]']) >= 3"
last Ball "abs(float(row['m.y[1]']) - float(row['h'])) < 1e-5"
run Delay 2
last Delay "worst['difference'] < 1e-3"
run Pair 1
last Pair "float(row['m.y[2]']) == 5"
causeway explain External.mo External.Pair | grep -q "loop" && { echo "a loop where there is none"; exit 1; }
run Counter 1
last Counter "float(row['m.y[1]']) == 10"
echo "all as it should be"
