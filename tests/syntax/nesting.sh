# A million nested brackets end with a message, not with the stack.
# RUN: python3 -c "n = 10**6; print('model A Real x = ' + '('*n + '1' + ')'*n + '; end A;')" > deep.mo; causeway format deep.mo
# EXIT: 2
# RUN: python3 -c "n = 10**6; print('model A Real x = ' + '{'*n + '1' + '}'*n + '; end A;')" > deep.mo; causeway format deep.mo
# EXIT: 2
# RUN: python3 -c "n = 10**5; print('model A equation ' + 'if a then '*n + 'end if;'*n + 'end A;')" > deep.mo; causeway format deep.mo
# EXIT: 2
# RUN: python3 -c "n = 10**6; print('model A Real x = 1' + ' + 1'*n + '; end A;')" > chain.mo; causeway format chain.mo -o formatted.mo
# CHECK: error[SYN0015]: nesting is deeper than
# CHECK: error[SYN0015]: nesting is deeper than
# CHECK: error[SYN0015]: nesting is deeper than
# CHECK-NOT: error[SYN0001]
