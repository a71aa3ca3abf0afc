# RUN: causeway show nothing.txt
# EXIT: 1
# CHECK: error[TOOL0060]: nothing.txt is no file that can be shown
