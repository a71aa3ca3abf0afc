# Texts of older libraries: stored as Windows-1252, with backslashes that escape nothing.
# RUN: printf 'model M "gr\374n \200"\n  parameter String s = "C:\\models";\n  // \351\n  Real x = time;\nend M;\n' > M.mo; causeway check M.mo
# RUN: causeway flatten M.mo; causeway simulate M.mo -o M.csv -q; causeway simulate M.mo -o M.csv -q
# RUN: causeway format M.mo
# RUN: causeway check --strict M.mo
# EXIT: 2
# CHECK: M: 1 equations, 1 unknowns
# CHECK: "C:\\models"
# CHECK: model M "grün €"
# CHECK: M.mo:2:27: warning[SYN0005]: '\m' is not an escape sequence
# CHECK: M.mo:1:1: warning[SYN0006]: the file is not stored as UTF-8 (MLS 13.4): it is read as Windows-1252
# CHECK: error[SYN0006]: byte 0xFC in a string is not UTF-8
