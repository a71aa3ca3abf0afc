# --untrusted for `fmu`: the archive and the library in it are made without another file, and what a stranger's model
# tries fails.
# REQUIRES: release
# RUN: bash %s
# CHECK: Lib.Decay -> Lib.fmu
# CHECK: 0 rules broken; the binary contradicts its description in 0 points
# CHECK: Lib.Decay -> Lib3.fmu
# CHECK: 0 rules broken; the binary contradicts its description in 0 points
# CHECK: error[COMP0009]: the external function Lib.command is not run: the model is not trusted
# CHECK: command: 3
# CHECK: error[TOOL0006]: cannot write link.fmu
# CHECK: through a link: 1
# CHECK: error[TOOL0042]: --untrusted wants to know where the result goes
# CHECK: left: Lib.fmu Lib3.fmu a link.fmu no.fmu secret.txt
mkdir -p a/Lib
cat > a/Lib/package.mo <<'END'
package Lib
  function command
    input String s;
    output Integer r;
    external "C" r = system(s);
  end command;
  model Decay
    Real x(start = 1, fixed = true);
  equation
    der(x) = -x;
  end Decay;
  model Commands
    Integer r = command("touch pwned");
  end Commands;
end Lib;
END
echo s3cret > secret.txt
causeway fmu -L a Lib.Decay --untrusted -o Lib.fmu && causeway check Lib.fmu
causeway fmu -L a Lib.Decay --untrusted --fmi 3 --sources -o Lib3.fmu && causeway check Lib3.fmu
causeway fmu -L a Lib.Commands --untrusted -o no.fmu
echo "command: $?"
ln -s secret.txt link.fmu
causeway fmu -L a Lib.Decay --untrusted -o link.fmu
echo "through a link: $?"
causeway fmu -L a Lib.Decay --untrusted
echo "left: $(ls | tr '\n' ' ')"
