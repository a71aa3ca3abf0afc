# RUN: bash %s
# EXIT: 2
# CHECK: error[DAE0004]: nested deeper than 2000 levels
python3 -c "print('dae M\nReal x;\nequation\nx = ' + '(' * 2500 + '1' + ')' * 2500 + ';\nend dae;')" > deep.dae
causeway check deep.dae
