/* classic_api.c - causeway.h: the shell of classic Dymola for other programs. */
#include "classic/classic.h"

#include <causeway/classic.h>

#include <stdlib.h>
#include <string.h>

struct causeway_classic {
    Context *ctx;
    Classic *shell;
    causeway_classic_options host;
    FILE *out, *err;
    bool ended; /* by `stop` */
};

/* ---- what it prints ---------------------------------------------------------------------------------------------- */

typedef void Print(void *arg, const char *text);

static ssize_t pass_on(Print *print, void *arg, const char *data, size_t n) {
    Text t = {0};
    base_text_addn(&t, data, n);
    if (print) print(arg, base_text_str(&t));
    base_text_free(&t);
    return (ssize_t)n;
}

static ssize_t write_out(void *cookie, const char *data, size_t n) {
    causeway_classic *c = cookie;
    return pass_on(c->host.output, c->host.arg, data, n);
}

static ssize_t write_err(void *cookie, const char *data, size_t n) {
    causeway_classic *c = cookie;
    return pass_on(c->host.error, c->host.arg, data, n);
}

static bool open_streams(causeway_classic *c) {
    c->out = fopencookie(c, "w", (cookie_io_functions_t){.write = write_out});
    c->err = fopencookie(c, "w", (cookie_io_functions_t){.write = write_err});
    if (c->out) setvbuf(c->out, NULL, _IOLBF, 0);
    if (c->err) setvbuf(c->err, NULL, _IOLBF, 0);
    return c->out && c->err;
}

static bool plot(void *arg, const char *path, char **names, size_t n) {
    causeway_classic *c = arg;
    return c->host.plot && c->host.plot(c->host.arg, path, n, (const char *const *)names);
}

static bool compare(void *arg, const char *path, const char *reference) {
    causeway_classic *c = arg;
    return c->host.compare && c->host.compare(c->host.arg, path, reference);
}

/* ---- causeway.h -------------------------------------------------------------------------------------------------- */

void causeway_classic_options_init(causeway_classic_options *o) {
    memset(o, 0, sizeof *o);
    o->size = sizeof *o;
}

causeway_classic *causeway_classic_new(const causeway_classic_options *options) {
    BaseGuard g;
    if (!BASE_GUARDED(&g)) return NULL;
    causeway_classic *c = base_realloc(NULL, sizeof *c);
    memset(c, 0, sizeof *c);
    causeway_classic_options_init(&c->host);
    if (options) memcpy(&c->host, options, options->size < sizeof c->host ? options->size : sizeof c->host);
    c->ctx = base_context_new();
    bool ok = open_streams(c);
    ClassicHost host = {.arg = c, .plot = plot, .compare = compare};
    if (ok) c->shell = cls_new(c->ctx, &host, c->out, c->err);
    else causeway_classic_free(c);
    base_guard_pop(&g);
    return ok ? c : NULL;
}

void causeway_classic_free(causeway_classic *c) {
    if (!c) return;
    if (c->shell) cls_free(c->shell);
    if (c->out) fclose(c->out);
    if (c->err) fclose(c->err);
    base_context_free(c->ctx);
    base_realloc(c, 0);
}

static causeway_status after(causeway_classic *c) {
    fflush(c->out);
    fflush(c->err);
    return cls_failed(c->shell) ? CAUSEWAY_INVALID : CAUSEWAY_OK;
}

static void run_lines(causeway_classic *c, const char *text) {
    Text line = {0};
    for (const char *next; *text && !c->ended; text = next) {
        size_t n = strcspn(text, "\n");
        next = text + n + (text[n] == '\n');
        line.n = 0;
        base_text_addn(&line, text, n);
        c->ended = !cls_line(c->shell, base_text_str(&line));
    }
    base_text_free(&line);
}

causeway_status causeway_classic_run(causeway_classic *c, const char *text) {
    BaseGuard g;
    if (!BASE_GUARDED(&g)) return g.memory ? CAUSEWAY_MEMORY : CAUSEWAY_FAULT;
    run_lines(c, text);
    causeway_status code = after(c);
    base_guard_pop(&g);
    return code;
}

causeway_status causeway_classic_run_file(causeway_classic *c, const char *path) {
    BaseGuard g;
    if (!BASE_GUARDED(&g)) return g.memory ? CAUSEWAY_MEMORY : CAUSEWAY_FAULT;
    causeway_status code = cls_file(c->shell, path) ? after(c) : CAUSEWAY_USAGE;
    base_guard_pop(&g);
    return code;
}

bool causeway_classic_is_open(const causeway_classic *c) { return cls_prompt(c->shell)[0] == ' '; }
bool causeway_classic_ended(const causeway_classic *c) { return c->ended; }
const char *const *causeway_classic_complete(causeway_classic *c, const char *begun) {
    return (const char *const *)cls_complete(c->shell, begun);
}
