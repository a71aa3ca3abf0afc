# Every method that `causeway help simulate` lists follows a stiff model with events; an unknown name is answered with the list.
# RUN: bash %s %r
# CHECK: 19 methods agree
# RUN: causeway simulate %r/examples/stick_slip.mo --solver gear9 -o x.csv
# EXIT: 1
# CHECK: there is no solver 'gear9'
# CHECK: auto, cvode, cvode-adams, ida, esdirk-dae, dopri5
cat > Model.mo <<'MO'
model Model "A switched heater, and a fast sensor behind it"
  Real T(start = 20, fixed = true), sensor(start = 20, fixed = true), q(start = 1);
  Boolean on(start = true, fixed = true);
equation
  der(T) = 2*q - 0.05*(T - 20);
  der(sensor) = 10*(T - sensor);
  q + 0.1*q^3 = if on then 1.1 else 0;
  when sensor > 30 then
    on = false;
  elsewhen sensor < 25 then
    on = true;
  end when;
  annotation(experiment(StopTime = 30, Interval = 0.02, Tolerance = 1e-7));
end Model;
MO
causeway simulate Model.mo -o reference.csv --tolerance 1e-11 > /dev/null || exit 1
n=0
for solver in $(causeway help simulate | sed -n '/^solvers:/,/^$/p' | awk 'NR > 1 && NF { print $1 }'); do
    causeway simulate Model.mo -o $solver.csv --solver $solver > /dev/null || { echo $solver failed; exit 1; }
    causeway compare $solver.csv reference.csv --tolerance 5e-3 > log || { echo $solver; cat log; exit 1; }
    n=$((n + 1))
done
echo $n methods agree
