# The library as others use it: installed into an empty folder, found by pkg-config alone, and freed to the last byte.
# REQUIRES: release
# RUN: cmake --install %b --prefix $PWD/tree > log
# RUN: bash %s %r $PWD/tree
# CHECK: only causeway_* is visible
# CHECK: t = 0.4515 v = 3.1006
# CHECK: called back: yes
# CHECK: 64 runs, 0 failed; the last peak at d = 0.01: {{0\.\d+}}
# CHECK: exchanged 200 times
# CHECK: static: t = 0.4515 v = 3.1006
# CHECK: all examples ran
# TIMEOUT: 240
# REQUIRES: tool pkg-config
set -eu
[ $# = 2 ] || exit 0
root=$1 tree=$2
export PKG_CONFIG_PATH=$tree/lib/pkgconfig LD_LIBRARY_PATH=$tree/lib CAUSEWAY_CACHE=$PWD/cache
[ -f "$PKG_CONFIG_PATH/causeway.pc" ] || { PKG_CONFIG_PATH=$(dirname "$(find "$tree" -name causeway.pc)"); LD_LIBRARY_PATH=$(dirname "$PKG_CONFIG_PATH"); }
[ "$(pkg-config --modversion causeway)" = "$(cat "$root/VERSION")" ]
nm -D --defined-only "$LD_LIBRARY_PATH/libcauseway.so" | awk '{print $3}' | grep -v -E '^(causeway_|CAUSEWAY_)' && exit 1
echo "only causeway_* is visible"
for example in callback study exchange; do
    cc -Wall -Wextra -Werror "$tree/share/doc/causeway/examples/embed/$example.c" $(pkg-config --cflags --libs causeway) -lpthread -lm -o $example
    ./$example
    if command -v valgrind >/dev/null; then
        CAUSEWAY_CACHE=$PWD/empty-$example valgrind -q --error-exitcode=9 --leak-check=full --errors-for-leak-kinds=definite ./$example > valgrind.txt 2>&1 ||
            { cat valgrind.txt; exit 1; }
    fi
done
cc -Wall "$tree/share/doc/causeway/examples/embed/callback.c" $(pkg-config --cflags causeway) \
    "$LD_LIBRARY_PATH/libcauseway.a" $(pkg-config --static --libs-only-l causeway | sed s/-lcauseway//) -o static
./static | sed 's/^/static: /'
echo "all examples ran"
