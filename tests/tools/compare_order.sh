# A result whose time goes back is not compared.
# RUN: printf 'time,x\n0,0\n1,1\n2,2\n' > a.csv; printf 'time,x\n0,0\n2,2\n1,1\n2,2\n' > b.csv; causeway compare a.csv b.csv
# EXIT: 1
# CHECK: error[TOOL0011]: in b.csv time goes back, from 2 to 1 in line 4
