# A million nested parentheses end with a message, not with the stack.
# RUN: python3 -c 'print("model M Real x = " + "("*1000000 + "1" + ")"*1000000 + "; end M;")' > deep.mo; causeway check deep.mo
# EXIT: 2
# CHECK: deep.mo:1:{{\d+}}: error[SYN{{\d+}}]
# RUN: python3 -c 'print("model M Real x = " + "if true then "*100000 + "1; end M;")' > deep2.mo; causeway check deep2.mo
# EXIT: 2
# CHECK: deep2.mo:1:{{\d+}}: error[SYN{{\d+}}]
# RUN: python3 -c 'print("".join("model M%%d " %% i for i in range(100000)))' > deep3.mo; causeway check deep3.mo
# EXIT: 2
# CHECK: deep3.mo:1:{{\d+}}: error[SYN{{\d+}}]
# RUN: python3 -c 'print("dae M\n Real x;\nequation\n x = " + "("*1000000 + "1;\nend dae;")' > deep.dae; causeway flatten deep.dae
# EXIT: 2
# CHECK: deep.dae:4:{{\d+}}: error[DAE{{\d+}}]
