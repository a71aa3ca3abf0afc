# Models from the grammar of models.c, each simulated in several ways that must agree; every fiftieth by cc too.
# REQUIRES: tool cc
# REQUIRES: release
# TIMEOUT: 120
# RUN: cc -O1 -Wall -Wextra -Werror -DFUZZ_ALONE -I%r/include %r/tests/fuzz/models.c -o models -L%b -lcauseway -Wl,-rpath,%b -lm && FUZZ_STRICT=1 FUZZ_CC=50 ./models 1 200
# CHECK: 200 models agree: 152 loaded, 151 translated, 151 simulated
# Texts of our cases, mutated: no crash, no endless run.
# RUN: ./models 1 300 %r/tests/language/ch08/*.mo
# CHECK: 300 models without finding
# The same seed is the same model.
# RUN: ./models -p 77 > a && ./models -p 77 > b && cmp a b && grep -c 'model M' a
# CHECK: 1
