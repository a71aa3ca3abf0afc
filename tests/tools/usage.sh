# The command line: help, version, refusals with the nearest word, exit code 1.
# RUN: causeway help
# CHECK: usage: causeway COMMAND
# CHECK: simulate
# RUN: causeway help simulate
# CHECK: usage: causeway simulate [FILE]... MODEL|FILE
# CHECK: --tolerance T
# CHECK: example:
# RUN: causeway plot --help
# CHECK: usage: causeway plot
# RUN: causeway --version
# CHECK: causeway {{\d+\.\d+\.\d+}}
# RUN: causeway
# EXIT: 1
# CHECK: usage: causeway COMMAND
# RUN: causeway simulat x.mo
# EXIT: 1
# CHECK: error[TOOL0003]: there is no command 'simulat'
# CHECK: did you mean 'causeway simulate'?
# RUN: causeway simulate x.mo --tolerence 1e-6
# EXIT: 1
# CHECK: error[TOOL0001]: unknown option '--tolerence'
# CHECK: did you mean --tolerance?
# RUN: causeway simulate x.mo -stopTime=3
# EXIT: 1
# CHECK: did you mean --stop?
# RUN: causeway simulate x.mo --method dassl
# EXIT: 1
# CHECK: did you mean --solver?
# RUN: causeway simulate x.mo --stop soon
# EXIT: 1
# CHECK: --stop wants a number, not 'soon'
# RUN: causeway simulate x.mo --compile=gcc
# EXIT: 1
# CHECK: --compile wants one of auto|tcc|cc, not 'gcc'
# RUN: causeway simulate
# EXIT: 1
# CHECK: something is missing
# RUN: causeway simulate No.File Some.Model
# EXIT: 1
# CHECK: too many words: No.File is no file
# RUN: causeway simulate %d/data/Several.mo Several.Second -o %t.csv && tail -1 %t.csv
# EXIT: 0
# CHECK: 1,7
# RUN: causeway check %d/data/Several.mo Several.Secnd
# EXIT: 1
# CHECK: did you mean Several.Second?
# RUN: causeway compare a.csv b.csv c.csv
# EXIT: 1
# CHECK: too many words: c.csv
# RUN: causeway flatten no_such_file.mo
# EXIT: 1
# CHECK: no_such_file.mo
# RUN: causeway flatten no_such_file.dae --diagnostics json
# EXIT: 1
# CHECK: {"severity":"error","code":"TOOL0005"
# RUN: causeway flatten No.Such.Model
# EXIT: 1
# CHECK: there is no class No.Such.Model
# CHECK: -L DIR
# RUN: causeway flatten x.mo -L /no/such/folder
# EXIT: 1
# CHECK: LIB0001
