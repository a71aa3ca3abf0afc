# RUN: bash %s
# CHECK: warning[LIB0027]: the link {{.*}}Lib/Out.mo leads out of its library
# CHECK: Lib.Inner.M: 1 equations, 1 unknowns
# CHECK: Lib.Same: 1 equations, 1 unknowns
# CHECK-NOT: secret
# A link inside a library shows no file that was not given; links within it are followed, and so is one to a whole library.
mkdir -p real/Lib/Inner && cd real
echo 'the secret is 42' > ../secret.txt
echo 'package Lib end Lib;' > Lib/package.mo
echo 'within Lib; package Inner end Inner;' > Lib/Inner/package.mo
echo 'within Lib.Inner; model M Real x = time; end M;' > Lib/Inner/M.mo
echo 'within Lib; model Same Real x = time; end Same;' > Lib/Inner/same.txt
ln -s Inner/same.txt Lib/Same.mo
ln -s ../../secret.txt Lib/Out.mo
mkdir ../path && ln -s ../real/Lib ../path/Lib && cd ..
causeway check -L path Lib.Out
causeway check -L path Lib.Inner.M
causeway check -L path Lib.Same
true
