# The flat form of every example prints, reads back and prints the same again.
# RUN: bash %s %r
# CHECK: examples read back unchanged
set -eu
root=$1
count=0
for model in "$root"/examples/*.mo; do
    causeway flatten "$model" >first.dae
    causeway flatten first.dae >second.dae
    cmp first.dae second.dae
    count=$((count + 1))
done
test "$count" -ge 12
echo "$count examples read back unchanged"
