# RUN: bash %s %r %b
# REQUIRES: release
# CHECK: Integer[3]: {1, 2, 3}
# CHECK: open
# CHECK: error[INST0502]: nothing is not declared here
# CHECK: simulate
# CHECK: ended 1
# A program that has the shell inside, against the library.
set -eu
cat > shell.c <<'C'
#include <causeway/script.h>
#include <stdio.h>
#include <string.h>
static void out(void *arg, const char *text) { (void)arg; fputs(text, stdout); }
static void run(causeway_script *c, const char *text) { causeway_script_run(c, "program", text, strlen(text)); }
int main(void) {
    causeway_session *s = causeway_session_new(NULL);
    causeway_script_options o;
    causeway_script_options_init(&o);
    o.typed = true;
    o.output = o.error = out;
    causeway_script *c = causeway_script_new(s, &o);
    run(c, "x := 1:3");
    if (causeway_script_is_open("model M", 7) && !causeway_script_is_open("x;", 2)) puts("open");
    run(c, "nothing + x[1]");
    puts(causeway_script_complete(c, "simul")[0]);
    run(c, "exit(); x");
    printf("ended %d\n", causeway_script_ended(c));
    causeway_script_free(c);
    causeway_session_free(s);
}
C
cc -I"$1/include" shell.c -o shell "$2/libcauseway.so" -Wl,-rpath,"$2"
./shell
