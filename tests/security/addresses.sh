# A modelica:// address that leads out of its library is refused, however it is written.
# RUN: mkdir -p libs/Lib/Resources; printf 'secret' > secret.txt; printf 'within Lib; x' > libs/Lib/Resources/x.txt; cat > libs/Lib/package.mo <<< 'package Lib function count input String name; output Integer n; external "C" n = ModelicaInternal_countLines(name); end count; model M parameter Integer n = count("modelica://Lib/ADDRESS"); Real x[n] = fill(time, n); end M; end Lib;'
# RUN: for a in ../../secret.txt Resources/../../../secret.txt ../%%2e%%2e/secret.txt ./.././../secret.txt; do sed "s|ADDRESS|$a|" libs/Lib/package.mo > p.mo; mkdir -p t/Lib; cp p.mo t/Lib/package.mo; for c in check simulate flatten; do causeway $c -L t Lib.M > out 2>&1; echo "$c: $?" $(grep -c LIB0012 out); done; done
# CHECK-NOT: : 0
# CHECK: check: 2 1
# CHECK: simulate: 2 1
# CHECK: flatten: 2 1
# CHECK: flatten: 2 1
# RUN: cat out
# CHECK: error[LIB0012]: the address modelica://Lib/./.././../secret.txt leads out of its library
# RUN: sed "s|ADDRESS|Resources/../Resources/x.txt|" libs/Lib/package.mo > p.mo; cp p.mo libs/Lib/package.mo; causeway check -L libs Lib.M
# CHECK: Lib.M: 1 equations, 1 unknowns
