# RUN: bash %s %r
# CHECK: neovim: all as it should be
# REQUIRES: tool nvim
# TIMEOUT: 120
# Neovim with the settings of editors/neovim, as a user has them.
mkdir -p w home/.config/nvim/lua
export HOME=$PWD/home TMPDIR=$PWD
unset XDG_CONFIG_HOME XDG_DATA_HOME XDG_STATE_HOME XDG_CACHE_HOME
cp "$1/editors/neovim/causeway.lua" home/.config/nvim/lua/
echo 'require("causeway").setup()' > home/.config/nvim/init.lua
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
cat > w/Plant.mo <<'END'
model Plant
  Tank one;
end Plant;
END
exec nvim --headless -c "luafile $1/tests/server/neovim.lua" -c cquit 2>&1
