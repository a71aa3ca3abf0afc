# RUN: bash %s %r
# CHECK: {{emacs: all as it should be|emacs: no eglot, skipped}}
# REQUIRES: tool emacs
# TIMEOUT: 120
# Emacs with the mode of editors/emacs, as a user has it; eglot is a part of Emacs 29, before that a package.
mkdir -p w home
export HOME=$PWD/home TMPDIR=$PWD
if ! emacs --batch --eval "(progn (package-initialize) (require 'eglot))" 2> /dev/null; then
    echo "emacs: no eglot, skipped"
    exit
fi
touch w/causeway.lock
cat > w/Tank.mo <<'END'
model Tank "water"
  parameter Real area = 2 "of the ground";
  Real inflow = 0.1;
  Real level(start = 1, fixed = true) "height of the water";
equation
  der(levle) = inflow/area;
end Tank;
END
exec emacs --batch -L "$1/editors/emacs" -l "$1/tests/server/emacs.el" 2>&1
