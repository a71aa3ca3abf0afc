# What the formatter wrote, it leaves alone; nothing but layout changes.
# RUN: bash %s causeway %r
# CHECK: stable
set -e
for file in "$2"/modelica/Causeway/*.mo "$2"/examples/*.mo "$2"/tests/syntax/format_layout.mo; do
    "$1" format "$file" >once.mo
    "$1" format once.mo >twice.mo
    cmp once.mo twice.mo
    tr -d ' \n' <"$file" >a
    tr -d ' \n' <once.mo >b
    cmp a b
done
echo stable
