# A library calls C code of one that it uses and does not name all that this code is linked with: it is the code that
# is loaded for the other one.
# REQUIRES: tool cc
# The leak checker itself fails on the library that is loaded here.
# REQUIRES: release
# RUN: bash %s %t
# RUN: causeway simulate Mine.M -L %t -o mine.csv
# FINAL: mine.csv y = 15 +- 0
mkdir -p "$1/Theirs/Resources/C-Sources" "$1/Mine"
cat > "$1/Theirs/Resources/C-Sources/Front.c" <<'C'
double behind(double x);
double front(double x) { return 2*behind(x); }
double other(double x) { return behind(x); }
C
cat > "$1/Theirs/Resources/C-Sources/Behind.c" <<'C'
double behind(double x) { return x + 1; }
C
cat > "$1/Theirs/package.mo" <<'M'
package Theirs
  function front
    input Real x;
    output Real y;
    external "C" y = front(x) annotation(Library = {"Front", "Behind"});
  end front;
end Theirs;
M
cat > "$1/Mine/package.mo" <<'M'
package Mine
  function other
    input Real x;
    output Real y;
    external "C" y = other(x) annotation(Library = "Front");
  end other;
  model M
    Real y = Theirs.front(4*time) + other(4*time);
  end M;
  annotation(uses(Theirs));
end Mine;
M
