# Whichever allocation fails: exit code 70 and a sentence, never a crash.
# RUN: for n in 1 2 3 5 8 13 21 34 55 89 144 200 233 300 377 450 610 800; do CAUSEWAY_FAIL_ALLOCATION=$n causeway simulate %r/examples/bouncing_ball.mo -o out.mat > text 2>&1; code=$?; test $code = 0 || (test $code = 70 && grep -q "out of memory" text) || { echo "allocation $n: exit code $code"; cat text; }; done; echo done
# CHECK-NOT: exit code
# CHECK: done
