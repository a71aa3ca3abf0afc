# --untrusted: what a model of a stranger tries fails, and ordinary models are simulated all the same.
# REQUIRES: release
# RUN: bash %s ordinary
# CHECK: Decay: 0 to 1 s
# CHECK: ordinary: 0
# CHECK: Decay: 1 equations, 1 unknowns
# CHECK: Real x(start = 1.0, fixed = true);
# FINAL: out.csv x = 0.36787944 +- 1e-5
# RUN: bash %s attacks
# CHECK: error[COMP0009]: the external function Lib.command is not run: the model is not trusted
# CHECK: hint: leave out --untrusted when you trust the code behind it
# CHECK: command: 3
# CHECK: error[COMP0009]: the external function Lib.included is not run
# CHECK: error[INST0675]: the model reads secret.txt, which lies outside its libraries
# CHECK: read: 2
# CHECK: error[TOOL0040]: the time limit of 1 s was reached
# CHECK: endless: 5
# CHECK: memory: 2
# CHECK: error[TOOL0006]: cannot write link.csv
# CHECK: through a link: 1
# CHECK: error[TOOL0042]: --untrusted wants to know where the result goes
# CHECK: nothing pwned
# CHECK: nothing but the outputs
# CHECK-NOT: s3cret
# RUN: bash %s cache
# CHECK: no cache
mkdir -p a/Lib
cat > a/Lib/package.mo <<'END'
package Lib
  function command
    input String s;
    output Integer r;
    external "C" r = system(s);
  end command;
  function included
    input Real x;
    output Real y;
    external "C" y = included(x) annotation(Include = "#include <stdlib.h>
double included(double x) { system(\"touch pwned\"); return x; }");
  end included;
  function line
    input String name;
    output String s;
    output Boolean eof;
    external "C" s = ModelicaInternal_readLine(name, 1, eof);
  end line;
  model Decay
    Real x(start = 1, fixed = true);
  equation
    der(x) = -x;
  end Decay;
  model Commands
    Integer r = command("touch pwned");
  end Commands;
  model Included
    Real x = included(time);
  end Included;
  model Reads
    constant String s = line("secret.txt");
    parameter Integer n = if s == "s3cret" then 1 else 2;
    Real x[n] = fill(time, n);
  end Reads;
  model Endless
    constant Integer n = sum(mod(i*j, 7) for i in 1:100000, j in 1:100000);
    Real x[n] = fill(time, n);
  end Endless;
  model Large
    Real x[100000, 1000] = fill(time, 100000, 1000);
  end Large;
end Lib;
END
case $1 in
ordinary)
    causeway simulate -L a Lib.Decay --untrusted -o out.csv
    echo "ordinary: $?"
    causeway check -L a Lib.Decay --untrusted && causeway flatten -L a Lib.Decay --untrusted
    causeway simulate -L a Lib.Decay --untrusted -o out.h5 -q && causeway explain -L a Lib.Decay --untrusted > /dev/null
    ;;
attacks)
    echo s3cret > secret.txt
    causeway simulate -L a Lib.Commands --untrusted -o x.csv; echo "command: $?"
    causeway simulate -L a Lib.Included --untrusted -o x.csv
    causeway simulate -L a Lib.Reads --untrusted -o x.csv; echo "read: $?"
    causeway simulate -L a Lib.Endless --untrusted --timeout 1 -o x.csv; echo "endless: $?"
    causeway simulate -L a Lib.Large --untrusted --memory 64 -o x.csv > /dev/null 2>&1; echo "memory: $?"
    ln -s secret.txt link.csv
    causeway simulate -L a Lib.Decay --untrusted -o link.csv; echo "through a link: $?"
    causeway simulate -L a Lib.Decay --untrusted
    ls pwned > /dev/null 2>&1 || echo "nothing pwned"
    [ "$(ls | grep -v '^out' | tr '\n' ' ')" = "a link.csv secret.txt x.csv " ] && echo "nothing but the outputs" || ls
    ;;
cache)
    export CAUSEWAY_CACHE=$PWD/cache
    mkdir -m 700 cache
    causeway simulate -L a Lib.Decay --untrusted -o c.csv -q
    [ -z "$(ls cache)" ] && echo "no cache"
    ;;
esac
