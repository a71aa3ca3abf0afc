# The address of a folder keeps the slash at its end: names of files are put behind it.
# REQUIRES: tool cc
# RUN: mkdir -p User/Resources/Tables; printf 'a\nb' > User/Resources/Tables/x.tab
# RUN: sed -e 's/package User/package User/' < %d/data/AnotherLibrary.txt | sed -e '/model Test/,$d' > User/package.mo
# RUN: printf '  model Folder\n    parameter String dir = path("modelica://User/Resources/Tables/");\n    Real x = length(dir + "x.tab");\n  end Folder;\nend User;\n' >> User/package.mo; causeway simulate User.Folder -L . -o %t.csv
# FINAL: %t.csv x = 3 +- 1e-9
