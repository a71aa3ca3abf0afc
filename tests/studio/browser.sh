# RUN: bash %s %d %r %t
# CHECK: the studio works
# REQUIRES: tool node
# REQUIRES: tool chromium
# REQUIRES: file web/node_modules/playwright-core/package.json
# REQUIRES: release
# TIMEOUT: 240
# What a user does, in Chromium; script/bootstrap --browser installs what it needs.  CAUSEWAY_SCREENS keeps its pictures.
set -eu
mkdir -p "$3.work" && cp "$1/Trial.mo" "$3.work/Trial.mo"
export XDG_DATA_HOME="$3.data" HOME="$3.home"
mkdir -p "$HOME"
node "$1/browser.mjs" "$(command -v causeway)" "$2/web" "$3.work/Trial.mo" "${CAUSEWAY_SCREENS:-$3.screens}"
