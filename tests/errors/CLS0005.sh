# RUN: bash %s
# EXIT: 2
# CHECK: error[CLS0005]: this expression is nested too deeply
python3 -c "print('model one\n  local x\n  x = ' + '(' * 3000 + '1' + ')' * 3000 + '\nend')" > deep.dymola
causeway classic deep.dymola
