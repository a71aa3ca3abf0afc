# RUN: %r/tests/attack/run --build %b
# CHECK: attack: {{\d+}} models, 0 wrong
# A sample of the attack (tests/attack/run), the same each time.
# REQUIRES: release
