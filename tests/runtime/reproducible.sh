# Runs are reproducible bit for bit, with events, systems of equations, both integrators of large and small models; code
# of tcc, of cc -O0 and of cc -O2 agree to the tolerance.
# RUN: bash %s %r
# CHECK: 12 pairs agree
root=$1
export XDG_CACHE_HOME=$PWD/cache
printf '#!/bin/sh\nexec cc "$@" -O0\n' > cc0
chmod +x cc0
pairs=0
for model in bouncing_ball stick_slip rectifier; do
    file=$root/examples/$model.mo
    for solver in cvode ida; do
        causeway simulate $file -o a.csv --solver $solver --compile tcc > /dev/null || exit 1
        causeway simulate $file -o b.csv --solver $solver --compile tcc > /dev/null || exit 1
        cmp a.csv b.csv || exit 1
        pairs=$((pairs + 1))
    done
    causeway simulate $file -o tcc.csv --compile tcc > /dev/null || exit 1
    CC=./cc0 causeway simulate $file -o o0.csv --compile cc > /dev/null || exit 1
    rm -rf cache
    causeway simulate $file -o o2.csv --compile cc > /dev/null || exit 1
    causeway compare o0.csv tcc.csv --tolerance 1e-5 || exit 1
    causeway compare o2.csv tcc.csv --tolerance 1e-5 || exit 1
    pairs=$((pairs + 2))
done
echo $pairs pairs agree
