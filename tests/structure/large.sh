# One equation too many among 100000: found, named and repaired in a moment.
# RUN: python3 -c "print('model Large\n  parameter Integer n = 50000;\n  Real x[n], y[n];\nequation\n  x[1] = time;\n  for i in 2:n loop\n    x[i] = 0.5*x[i-1] + y[i];\n  end for;\n  for i in 1:n loop\n    y[i] = sin(i*time);\n  end for;\n  x[7] = 3;\nend Large;')" > large.mo
# RUN: causeway explain large.mo --diagnose
# EXIT: 2
# CHECK: flat model 100001 equations, 100000 unknowns
# CHECK: over-determined 14 equations, 13 variables
# CHECK: 1. remove "x[7] = 3" in Large
# TIMEOUT: 20
