# RUN: bash %s %r
# CHECK: vscode: all as it should be
# REQUIRES: tool node
# TIMEOUT: 120
# The VS Code extension drives the server; its files are what VS Code wants.
mkdir -p w
export TMPDIR=$PWD
for f in package.json language-configuration.json syntaxes/modelica.tmLanguage.json snippets/modelica.json; do
    python3 -m json.tool "$1/editors/vscode/$f" > /dev/null || exit 1
done
exec node "$1/tests/server/vscode.js" "$1/editors/vscode/extension.js" "$PWD/w"
