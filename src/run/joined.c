/* joined.c - results of stretches as one.
 *
 * A run that goes on as another model has a result for each of them.  In the end they become one, in which a variable
 * is zero where there is none of its name.
 */
#include "run/run_impl.h"

#include <errno.h>
#include <regex.h>
#include <stdio.h>
#include <string.h>

/* Results one behind the other. */
typedef struct {
    const RunParts *parts;
    VEC(const char *) names; /* of all of them, without the time */
    Map by_name;             /* hash -> place in names */
    VEC(ResSignal) signals;
} Joined;

static void add_names(Joined *s, const ResResult *r, const regex_t *filter) {
    size_t n;
    const char *const *names = res_names(r, &n);
    for (size_t i = 1; i < n; i++) {
        uint64_t key = base_hash(names[i], strlen(names[i]), 7), known;
        if (base_map_get(&s->by_name, key, &known)) continue;
        if (filter && regexec(filter, names[i], 0, NULL, 0) != 0) continue;
        base_map_put(&s->by_name, key, s->names.n);
        vec_push(&s->names, names[i]);
        vec_push(&s->signals, ((ResSignal){(uint32_t)s->names.n, 1, false}));
    }
}

static void word(const void *arg, size_t signal, ResWord what, Text *out) {
    const Joined *s = arg;
    const char *name = s->names.at[signal], *found = what == RES_NAME ? name : "";
    for (size_t i = 0; i < s->parts->n && !*found; i++)
        found = what == RES_UNIT           ? res_unit(s->parts->at[i], name)
                : what == RES_DISPLAY_UNIT ? res_display_unit(s->parts->at[i], name)
                                           : res_description(s->parts->at[i], name);
    base_text_add(out, found);
}

static bool write_rows(const Joined *s, ResWriter *w, const ResSchema *schema) {
    double *v = base_realloc(NULL, (s->names.n + 1) * sizeof *v);
    const double **columns = base_realloc(NULL, (s->names.n + 1) * sizeof *columns);
    bool ok = true, begun = false;
    for (size_t k = 0; k < s->parts->n && ok; k++) {
        ResResult *r = s->parts->at[k];
        columns[0] = res_time(r);
        for (size_t i = 0; i < s->names.n; i++) columns[i + 1] = res_column(r, s->names.at[i]);
        for (size_t row = 0; row < res_rows(r) && ok; row++) {
            for (size_t i = 0; i <= s->names.n; i++) v[i] = columns[i] ? columns[i][row] : 0;
            if (!begun) ok = w->header(w, schema, v);
            begun = true;
            ok = ok && w->row(w, schema, v);
        }
    }
    base_realloc(v, 0);
    base_realloc(columns, 0);
    return ok;
}

static ResSchema find_names(Joined *j, const RunParts *parts, const char *filter, double start, double stop) {
    regex_t only;
    Text whole = {0};
    base_text_printf(&whole, "^(%s)$", filter ? filter : "");
    bool filtered = filter && regcomp(&only, base_text_str(&whole), REG_EXTENDED | REG_NOSUB) == 0;
    base_text_free(&whole);
    j->parts = parts;
    for (size_t i = 0; i < parts->n; i++) add_names(j, parts->at[i], filtered ? &only : NULL);
    if (filtered) regfree(&only);
    return (ResSchema){.signals = j->signals.at, .n = j->names.n, .word = word, .arg = j, .start = start, .stop = stop};
}

static void free_names(Joined *j) {
    vec_free(&j->names);
    vec_free(&j->signals);
    base_map_free(&j->by_name);
}

bool run_join_file(Context *ctx, const RunParts *parts, const char *filter, const char *path, double start,
                   double stop) {
    Joined j = {0};
    ResSchema schema = find_names(&j, parts, filter, start, stop);
    ResWriter *w = res_create(path);
    bool written = w && write_rows(&j, w, &schema);
    if (w && !w->close(w)) written = false;
    if (!written) base_error(ctx, "RT0090", (Span){0}, "%s could not be written: %s", path, strerror(errno));
    free_names(&j);
    return written;
}

ResResult *run_join_memory(Context *ctx, const RunParts *parts) {
    Joined j = {0};
    ResSchema schema = find_names(&j, parts, NULL, 0, 0);
    ResWriter *w = res_memory();
    ResResult *all = write_rows(&j, w, &schema) ? res_memory_result(ctx, w, &schema) : NULL;
    w->close(w);
    free_names(&j);
    return all;
}
