# Modes are kept in the cache of translated models: the second run translates none, and gives the same result.
# RUN: export CAUSEWAY_CACHE=$PWD/cache; bash %s %r
# CHECK: "mode_from_disk": 0
# CHECK: "mode_from_disk": {{[1-9]}}
# CHECK: the same
# CHECK: "mode_from_disk": 0
# CHECK: "mode_from_disk": 0
# CHECK: the same
set -e
model=$1/examples/modes/air_brake.mo
go() { causeway simulate "$model" 'AirBrake(k = 0.5)' -o "$1.csv" --stats "$1.json" "${@:2}" > /dev/null; grep -o '"mode_from_disk": [0-9]*' "$1.json"; }
go first
go second
cmp first.csv second.csv && echo the same
go other -p Vc=2
for f in cache/modes-*; do printf damaged | dd of="$f" bs=1 seek=200 conv=notrunc 2> /dev/null; done
go damaged
cmp first.csv damaged.csv && echo the same
