# RUN: bash %s
# EXIT: 3
# CHECK: error[GEN0002]: statements are nested too deeply
python3 - > m.mo <<'E2'
print('model M function f input Real u; output Real y; algorithm\nif u < 0 then y := 0;')
for i in range(2100): print(f'elseif u < {i} then y := {i};')
print('else y := -1; end if; end f; Real x = f(time); end M;')
E2
causeway simulate m.mo -o /dev/null
