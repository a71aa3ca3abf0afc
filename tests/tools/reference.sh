# Man page, reference and completion are printed from the tables; shells read what is printed.
# RUN: bash %s %r %b 2>&1
# CHECK: ## causeway simulate
# CHECK: | `-L`, `--library DIR` |
# CHECK: | `--compile auto\|tcc\|cc` |
# CHECK: every command and option is there
# CHECK: man: fine
# CHECK: man of commands: fine
# CHECK: bash: simulate
# CHECK: bash: --stop
# CHECK: bash: auto tcc cc
# CHECK: bash: euler
# CHECK: zsh: fine
# CHECK: fish: fine
# CHECK: installed: share/man/man1/causeway.1
# CHECK: installed: share/man/man1/causeway-simulate.1
# CHECK: installed: share/man/man1/causeway-lsp.1
# CHECK: installed: share/doc/causeway/reference.md
# CHECK: installed: share/bash-completion/completions/causeway
# CHECK: installed: share/zsh/site-functions/_causeway
# CHECK: installed: share/fish/vendor_completions.d/causeway.fish
# CHECK: error[TOOL0002]: --completion wants one of bash|zsh|fish
set -u
causeway help --reference > reference.md
grep -F '## causeway simulate' reference.md
grep -F -- '`--library' reference.md | head -1
grep -F -- '`--compile' reference.md | head -1
for c in $(causeway help | sed -n 's/^  \([a-z]*\) .*/\1/p'); do
    grep -q "^## causeway $c\$" reference.md || echo "$c is missing"
    for o in $(causeway help "$c" | sed -n 's/^ .*--\([a-z-]*\).*/\1/p' | sort -u); do
        grep -q -- "--$o" reference.md || echo "--$o is missing"
    done
done
echo every command and option is there
causeway help --man > causeway.1
grep -q '^.SH COMMANDS' causeway.1 && { ! command -v groff > /dev/null || [ -z "$(groff -man -Tutf8 -ww causeway.1 2>&1 > /dev/null)" ]; } && echo man: fine
for c in $(causeway help | sed -n 's/^  \([a-z]*\) .*/\1/p'); do
    causeway help --man "$c" > "causeway-$c.1"
    grep -q "causeway.-$c" causeway.1 || echo "$c is not in causeway(1)"
    grep -q '^.SH EXAMPLE' "causeway-$c.1" || echo "$c has no page"
    command -v groff > /dev/null && groff -man -Tutf8 -ww "causeway-$c.1" 2>&1 > /dev/null
done
grep -q -- '\\-\\-stop' causeway-simulate.1 && echo man of commands: fine
eval "$(causeway help --completion bash)"
try() { COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _causeway; echo "bash: ${COMPREPLY[*]}"; }
try causeway sim
try causeway simulate --sto
try causeway simulate --compile ''
try causeway simulate --solver eule
causeway help --completion zsh > _causeway
{ ! command -v zsh > /dev/null || zsh -n _causeway; } && grep -q '^#compdef causeway' _causeway && echo zsh: fine
causeway help --completion fish > causeway.fish
{ ! command -v fish > /dev/null || fish -n causeway.fish; } && grep -q "^complete -c causeway" causeway.fish && echo fish: fine
cmake --install "$2" --prefix "$PWD/there" > /dev/null
for f in share/man/man1/causeway.1 share/man/man1/causeway-simulate.1 share/man/man1/causeway-lsp.1 share/doc/causeway/reference.md share/bash-completion/completions/causeway \
    share/zsh/site-functions/_causeway share/fish/vendor_completions.d/causeway.fish; do
    [ -s "there/$f" ] && echo "installed: $f"
done
causeway help --completion csh
exit 0
