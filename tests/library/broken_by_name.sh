# A syntax error on the way to a class, or in it, is the message of every command, whatever the class is called by.
# RUN: mkdir Lib; printf 'package Lib\n  package Sub\n    model A\n      Real x;\n    equation\n      x = 1\n    end A;\n    model B\n      Real x = 1;\n    end B;\n  end Sub;\nend Lib;\n' > Lib/package.mo
# RUN: for c in check simulate flatten explain translate; do for m in Lib.Sub Lib.Sub.A Lib.Sub.B; do causeway $c -L . $m > out 2>&1; echo $c $m: $? $(grep -c 'SYN0009' out); done; done; causeway check -L . Lib > out 2>&1; echo check Lib: $?
# CHECK-NOT: : 0
# CHECK-NOT: : 70
# CHECK: check Lib.Sub: 2 1
# CHECK: check Lib.Sub.B: 2 1
# CHECK: translate Lib.Sub.B: 2 1
# CHECK: check Lib: 2
# RUN: sed -i 's/x = 1$/x = ;/' Lib/package.mo; causeway check -L . Lib.Sub
# EXIT: 2
# CHECK: error[SYN0001]: expected an expression, found ';'
