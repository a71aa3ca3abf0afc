# Many processes at once over an empty cache, while another one empties it again and again: every run gives the same result.
# RUN: printf 'model M\n  parameter Integer n = 50;\n  Real x[n](each start = 1, each fixed = true);\nequation\n  for i in 1:n loop\n    der(x[i]) = -i*x[i];\n  end for;\nend M;\n' > M.mo
# RUN: causeway simulate M.mo -q --no-cache -o whole.csv
# RUN: export CAUSEWAY_CACHE=$PWD/cache; (for i in 1 2 3 4 5 6 7 8 9 10; do causeway cache clear > /dev/null; sleep 0.02; done) & for i in 1 2 3 4 5 6; do for k in 1 2; do (causeway simulate M.mo -q -o r$i$k.csv || echo run $i $k failed) & done; wait -n; done; wait; n=0; for f in r*.csv; do cmp $f whole.csv && n=$((n + 1)); done; echo $n equal results
# CHECK-NOT: failed
# CHECK: 12 equal results
# RUN: echo left: $(ls cache | grep -v '^model-[0-9a-f]*$' | wc -l)
# CHECK: left: 0
