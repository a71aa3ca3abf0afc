# F.E. Cellier, H. Elmqvist: Automated formula manipulation supports object-oriented continuous-system modeling (1993).
# The paper's circuit in classic Dymola: equations sorted and solved; its listings are checked in tests/classic.
# RUN: bash %s %r
# CHECK: der
root=$1
printf '@%s/examples/classic/circuit.dym\npartition\noutput solved equations\n' "$root" > commands
causeway classic commands < commands || causeway classic < commands
