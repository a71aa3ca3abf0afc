# Where a model is only looked at, it reads no file outside its libraries and not the environment, unless it is allowed to.
# RUN: mkdir -p a/Lib; printf 'secret\n' > secret.txt; cat > a/Lib/package.mo <<< 'package Lib function line input String name; output String s; output Boolean eof; external "C" s = ModelicaInternal_readLine(name, 1, eof); end line; function env input String name; output String s; output Boolean exist; external "C" ModelicaInternal_getenv(name, 0, s, exist); end env; constant String file = "secret.txt"; model M constant String s = line(file); parameter Integer n = if s == "secret" then 1 else 2; Real x[n] = fill(time, n); end M; model E constant String s = env("HOME"); parameter Integer n = if s == "" then 1 else 2; Real x[n] = fill(time, n); end E; end Lib;'
# RUN: for c in check flatten explain translate; do for m in M E; do causeway $c -L a Lib.$m > out 2>&1; echo "$c $m: $? $(grep -c 'INST0675' out) $(grep -c 'String s = "secret"\|$HOME' out)"; done; done
# CHECK: check M: 2 1 0
# CHECK: check E: 2 1 0
# CHECK: flatten M: 2 1 0
# CHECK: flatten E: 2 1 0
# CHECK: explain E: 2 1 0
# CHECK: translate M: 2 1 0
#
# A link inside the library is followed before it is judged; what is meant to be read is read.
# RUN: ln -s ../../secret.txt a/Lib/link.txt; sed -i 's|secret.txt|a/Lib/link.txt|' a/Lib/package.mo; causeway flatten -L a Lib.M
# EXIT: 2
# CHECK: error[INST0675]: the model reads a/Lib/link.txt, which lies outside its libraries; --allow-files lets it
# RUN: causeway flatten -L a Lib.M --allow-files; rm a/Lib/link.txt; cp secret.txt a/Lib/link.txt; causeway flatten -L a Lib.M
# CHECK: constant String s = "secret";
# CHECK: constant String s = "secret";
