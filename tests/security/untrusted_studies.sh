# --untrusted for many runs: sweep is confined as simulate is, test confines the process of each model.
# REQUIRES: release
# RUN: bash %s sweep
# CHECK: 3 runs, 0 resumed, 0 failed
# CHECK: sweep: 0
# CHECK: error[TOOL0042]: --untrusted wants to know where the result goes
# CHECK: nameless: 1
# CHECK: is not run: the model is not trusted
# CHECK: external: 3
# CHECK: cannot write link.csv
# CHECK: nothing pwned
# CHECK: nothing but s.csv s.csv.journal
# RUN: bash %s test
# CHECK: translate Lib.Commands
# CHECK: is not run: the model is not trusted
# CHECK: ran Lib.Decay
# CHECK: nothing pwned
mkdir -p Lib
cat > Lib/package.mo <<'END'
package Lib
  model Decay
    parameter Real k = 1;
    Real x(start = 1, fixed = true);
  equation
    der(x) = -k*x;
    annotation(experiment(StopTime = 1));
  end Decay;
  model Commands
    function command
      input String s;
      output Integer r;
      external "C" r = system(s);
    end command;
    parameter Real k = 1;
    Integer r = command("touch pwned");
    annotation(experiment(StopTime = 1));
  end Commands;
end Lib;
END
if [ "$1" = sweep ]; then
    causeway sweep -L . Lib.Decay -p k=list:1,2,3 --record x -o s.csv --untrusted; echo "sweep: $?"
    causeway sweep -L . Lib.Decay -p k=list:1,2,3 --record x --untrusted 2>&1; echo "nameless: $?"
    causeway sweep -L . Lib.Commands -p k=list:1,2,3 --record r -o bad.csv --untrusted 2>&1; echo "external: $?"
    rm -f bad.csv*
    ln -s Lib/package.mo link.csv
    causeway sweep -L . Lib.Decay -p k=list:1,2,3 --record x -o link.csv --untrusted 2>&1
    rm link.csv
    [ -e pwned ] || echo "nothing pwned"
    echo "nothing but" $(ls | grep -v Lib)
else
    causeway test Lib --untrusted 2>&1
    [ -e pwned ] || echo "nothing pwned"
fi
