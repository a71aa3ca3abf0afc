# RUN: bash %s
# EXIT: 1
# CHECK: error[TOOL0050]
causeway lsp --socket /nowhere/at/all
