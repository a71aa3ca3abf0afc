# A line of a library that several classes meet is told of once.
# RUN: bash %s
# CHECK: warnings: 1
# CHECK: 4 classes checked, 3 of them models; 0 failed
mkdir Lib
cat > Lib/package.mo <<'END'
package Lib
  model Part
    Real length(unit = "m") = force;
    Real force(unit = "N") = 2*time;
  end Part;
  model First
    Part part;
  end First;
  model Second
    Part one;
    First other;
  end Second;
end Lib;
END
causeway check -L . Lib > out 2>&1
echo "warnings: $(grep -c 'warning\[FLAT0120\]' out)"
tail -1 out
