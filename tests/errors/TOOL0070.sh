# RUN: causeway studio --no-browser nothing/here.mo
# EXIT: 1
# CHECK: error[TOOL0070]: cannot open nothing/here.mo
