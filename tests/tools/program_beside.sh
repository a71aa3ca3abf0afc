# Other tools leave a program beside the files of a model, called like its class: the class is meant.
# RUN: printf 'model Lamp\n  Real x(start = 1, fixed = true);\nequation\n  der(x) = -x;\nend Lamp;\n' > whole.mo
# RUN: printf '\177ELF\0\0' > Lamp; causeway simulate whole.mo Lamp -o out.csv
# CHECK: Lamp: 0 to 1 s
