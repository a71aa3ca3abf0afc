/* The text form: every file of tests/dae (or those named on the command line) is read, printed, read again and
 * printed again: both prints must agree and the two must have the same structure.  Then malformed texts. */
#include <dirent.h>
#include <stdlib.h>
#include <string.h>

#include "dae/dae.h"
#include "test.h"

/* Same equations in the same order: same shape (roots printed without operands) and same operands by name. */
static bool same_equations(const Dae *a, const DaeEquations *x, const Dae *b, const DaeEquations *y) {
    bool same = x->n == y->n;
    for (size_t i = 0; same && i < x->n; i++) {
        Text s = {0}, t = {0};
        dae_print_expr(a, &a->pool, a->shapes.at[x->at[i].shape].root, &s);
        dae_print_expr(b, &b->pool, b->shapes.at[y->at[i].shape].root, &t);
        dae_print_equation(a, &x->at[i], &s);
        dae_print_equation(b, &y->at[i], &t);
        same = !strcmp(base_text_str(&s), base_text_str(&t)) &&
               a->shapes.at[x->at[i].shape].nout == b->shapes.at[y->at[i].shape].nout;
        base_text_free(&s);
        base_text_free(&t);
    }
    return same;
}

static void compare(const Dae *a, const Dae *b, const char *which) {
    check(a->vars.n == b->vars.n && a->shapes.n == b->shapes.n && a->functions.n == b->functions.n &&
              a->enums.n == b->enums.n && a->constants.n == b->constants.n && a->operands.n == b->operands.n,
          "same counts", which);
    check(same_equations(a, &a->equations, b, &b->equations), "same equations", which);
    check(same_equations(a, &a->initial, b, &b->initial), "same initial equations", which);
    check(same_equations(a, &a->bindings, b, &b->bindings), "same bindings", which);
    check(same_equations(a, &a->actions, b, &b->actions), "same actions", which);
}

static void round_trip(const char *path) {
    Context *c = base_context_new();
    SourceId id = base_source_open(c->sources, path);
    Dae *a = id ? dae_parse(c, id) : NULL;
    base_diag_flush(c, stderr);
    check(a != NULL, "reads", path);
    if (a) {
        Text first = {0}, second = {0};
        dae_print(a, &first);
        if (getenv("SHOW")) fputs(first.at, stdout);
        Dae *b = dae_parse(c, base_source_string(c->sources, "printed", first.at, first.n));
        base_diag_flush(c, stderr);
        check(b != NULL, "reads what was printed", path);
        if (b) {
            dae_print(b, &second);
            check(!strcmp(first.at, second.at), "prints the same again", path);
            compare(a, b, path);
        }
        dae_free(b);
        base_text_free(&first);
        base_text_free(&second);
    }
    dae_free(a);
    base_context_free(c);
}

static void all_of(const char *folder) {
    DIR *dir = opendir(folder);
    check(dir != NULL, "folder of examples", folder);
    for (struct dirent *e; dir && (e = readdir(dir));) {
        char path[4096];
        size_t n = strlen(e->d_name);
        if (n < 4 || strcmp(e->d_name + n - 4, ".dae")) continue;
        snprintf(path, sizeof path, "%s/%s", folder, e->d_name);
        round_trip(path);
    }
    if (dir) closedir(dir);
}

static void refuse(const char *text, const char *code) {
    Context *c = base_context_new();
    Dae *d = dae_parse(c, base_source_string(c->sources, "bad.dae", text, strlen(text)));
    check(d == NULL && base_error_count(c) > 0, code, text);
    FILE *out = tmpfile();
    base_diag_flush(c, out);
    rewind(out);
    char line[4096];
    size_t n = fread(line, 1, sizeof line - 1, out);
    line[n] = 0;
    if (!strstr(line, code)) fputs(line, stderr);
    check(strstr(line, code) != NULL, code, line);
    fclose(out);
    dae_free(d);
    base_context_free(c);
}

static void nested(void) {
    Text t = {0};
    base_text_add(&t, "dae A Real x; equation x = ");
    for (int i = 0; i < 100000; i++) base_text_char(&t, '(');
    base_text_add(&t, "1; end dae;");
    refuse(t.at, "DAE0004");
    base_text_free(&t);
}

int main(int argc, char **argv) {
    for (int i = 1; i < argc; i++) round_trip(argv[i]);
    if (argc < 2) {
        all_of(CAUSEWAY_SOURCE_DIR "/tests/dae");
        refuse("", "DAE0001");
        refuse("dae A", "DAE0001");
        refuse("dae A Real x; equation x = y; end dae;", "DAE0002");
        refuse("dae A Real x; equation x = f(1); end dae;", "DAE0003");
        refuse("dae A Real x; Real x; equation x = 1; end dae;", "DAE0005");
        refuse("dae A Real x; equation x = 1 @ 2; end dae;", "DAE0006");
        refuse("dae A Real x; equation x = sin(1, 2); end dae;", "DAE0007");
        refuse("dae A Real x \"open; equation x = 1; end dae;", "DAE0008");
        refuse("dae A Real x; equation x + ; x = ); end dae;", "DAE0001");
        refuse("dae A function f input Real x; output Real y; algorithm y := z; end function; end dae;", "DAE0002");
        nested();
    }
    return test_done();
}
