# Reductions over very many combinations, and powers of matrices with very large exponents, end.
# RUN: printf 'model M\n  constant Integer n = sum(mod(i*j, 7) for i in 1:100000, j in 1:100000);\n  Real x[n] = fill(time, n);\nend M;\n' > M.mo; causeway check M.mo
# EXIT: 2
# CHECK: M.mo:2:24: error[INST0660]: evaluation at translation time takes too long and was stopped
# RUN: printf 'model P\n  parameter Real a = 1;\n  Real x[2, 2] = [1, a; 0, 1]^2147483647;\n  Real y[2, 2] = [1, time; 0, 1]^13;\n  constant Real z[2, 2] = [1, 1; 0, 1]^2147483647;\n  Real w = z[1, 2];\nend P;\n' > P.mo; causeway simulate P.mo -o %t.csv
# FINAL: %t.csv x[1,2] = 2147483647 +- 1e-3
# FINAL: %t.csv y[1,2] = 13 +- 1e-9
# FINAL: %t.csv w = 2147483647 +- 1e-3
