# The same choices on every run, with memory at other places too.
# RUN: for i in 1 2 3; do MALLOC_PERTURB_=$i causeway explain %d/levels.mo > $i.txt; done; cmp 1.txt 2.txt && cmp 1.txt 3.txt && echo same
# CHECK: same
# RUN: for i in 1 2 3; do MALLOC_PERTURB_=$i causeway explain %d/fourbar.mo > $i.txt; done; cmp 1.txt 2.txt && cmp 1.txt 3.txt && echo same again
# CHECK: same again
