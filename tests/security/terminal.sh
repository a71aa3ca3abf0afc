# Nothing in a model, a result or a name of a file can talk to the terminal.
# RUN: e=$(printf '\033'); printf 'model M\n  Real x = time "a";\nequation\n  assert(time < 0.5, "bell\\a and \\" + "\033]0;owned\a");\n  when time > 0.2 then\n    assert(false, "\033[2J", AssertionLevel.warning);\n  end when;\n  y\033 = 1;\nend M;\n' > "m${e}[31m.mo"; causeway check "m${e}[31m.mo" > out 2>&1; sed -i '/y/d' m*.mo; causeway simulate m*.mo -o "r${e}[31m.csv" >> out 2>&1; printf 'time,"a\033[31m"\n0,1\n1,2\n' > p.csv; printf 'time,b\n0,1\n1,2\n' > q.csv; causeway plot p.csv '*' --colour never >> out 2>&1; causeway compare q.csv p.csv >> out 2>&1; causeway plot "q${e}.csv" b >> out 2>&1; causeway simulate "N${e}" >> out 2>&1; causeway "c${e}" >> out 2>&1; causeway check M --"o${e}" >> out 2>&1; cat out; LC_ALL=C grep -c "$e" out; LC_ALL=C grep -c "$(printf '\a')" out; exit 0
# CHECK: ?[31m
# CHECK: a?[31m
# CHECK: 0
# CHECK: 0
# CHECK-NOT: {{[\x1b\x07]}}
