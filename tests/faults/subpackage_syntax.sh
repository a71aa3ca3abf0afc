# A syntax error inside a package that is checked by its name, or beside it, is an error.
# RUN: mkdir Lib; printf 'package Lib\n  package E\n    model A\n      Real x;\n    equation\n      x = ;\n    end A;\n  end E;\n  package Sound\n    model B\n      Real x = time;\n    end B;\n  end Sound;\nend Lib;\n' > Lib/package.mo; causeway check -L . Lib.E
# EXIT: 2
# CHECK: Lib/package.mo:6:11: error[SYN0001]: expected an expression, found ';'
# RUN: causeway check -L . Lib.Sound
# EXIT: 2
# CHECK: Lib/package.mo:6:11: error[SYN0001]
# RUN: causeway check -L . Lib
# EXIT: 2
# CHECK: Lib/package.mo:6:11: error[SYN0001]
