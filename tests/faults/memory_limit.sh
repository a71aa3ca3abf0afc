# --memory bounds what is used from the first byte on.
# REQUIRES: release
# RUN: printf 'model M\n  parameter Integer n = 2000000;\n  Real x[n];\nequation\n  for i in 1:n loop\n    der(x[i]) = -x[i]*i;\n  end for;\nend M;\n' > M.mo
# RUN: causeway check M.mo --memory 100
# EXIT: 2
# CHECK: error[INST0409]: 'x' has more elements than a model can have
# RUN: sed -i 's/2000000/300000/' M.mo; causeway simulate M.mo --memory 100 --no-cache -o M.csv
# EXIT: 70
# CHECK: error[BASE0001]: out of memory
# RUN: causeway check M.mo --memory 1
# EXIT: 1
# CHECK: error[TOOL0041]: --memory 1 is less than the program needs itself
