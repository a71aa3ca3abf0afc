# A run that picks its states is saved and restored: when it next looks at its picks is part of the state.
# RUN: bash %s %r %b
# CHECK: quaternions.mo: the same bits, {{[1-9]\d+}} rows after it
set -eu
[ $# = 2 ] || exit 0
"$2/unit/runtime_saved" check 0.4 "$1/tests/states/quaternions.mo"
