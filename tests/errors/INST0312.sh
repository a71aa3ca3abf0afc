# RUN: python3 -c "print('package P\n model M0 Real x=1; end M0;\n'+'\n'.join(f' model M{i} extends M{i-1}; end M{i};' for i in range(1,2501))+'\nend P;')" > d.mo && causeway check d.mo P.M1500
# CHECK: P.M1500: 1 equations, 1 unknowns
# RUN: causeway check d.mo P.M2500
# EXIT: 2
# CHECK: error[INST0312]: class 'P.M499' is reached through more than 2000 levels of inheritance
# CHECK-NOT: inherits from itself
