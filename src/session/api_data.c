/* api_data.c - causeway.h: what a run begins with, from files; points of rest. */
#include "session/api.h"

#include <math.h>
#include <string.h>

static causeway_status late(causeway_run *r) {
    return ses_refuse_run(r, "RT0097", "files are given before a run is initialised", NULL);
}

/* ---- parameters -------------------------------------------------------------------------------------------------- */

causeway_status causeway_run_parameters(causeway_run *r) {
    BaseGuard g;
    if (r->failed || run_begun(r->run)) return r->failed;
    if (!BASE_GUARDED(&g)) return r->failed = ses_guard_fell(&r->reports, &g);
    ses_set_host(r, run_runtime(r->run));
    bool ok = rt_compute_parameters(run_runtime(r->run), isnan(r->options.start) ? 0 : r->options.start);
    base_guard_pop(&g);
    ses_collect_run(r);
    return ok ? CAUSEWAY_OK : CAUSEWAY_INITIALISATION;
}

/* ---- files ------------------------------------------------------------------------------------------------------- */

/* NAME=VALUE at a place of a file. */
static causeway_status set_word(causeway_run *r, const char *word, const char *place) {
    const char *equals = strchr(word, '=');
    char *name = base_strndup(&r->arena, word, (size_t)(equals - word));
    size_t said = r->reports.list.n;
    causeway_status code = causeway_run_set_text(r, name, equals + 1);
    if (code == CAUSEWAY_OK || r->reports.list.n == said) return code;
    Text t = {0};
    base_text_printf(&t, "%s: %s was not taken", place, name);
    code = ses_refuse_run(r, "ANA0040", base_text_str(&t), NULL);
    base_text_free(&t);
    return code;
}

causeway_status causeway_run_set_file(causeway_run *r, const char *path) {
    BaseGuard g;
    SesGiven given = {0};
    if (run_begun(r->run)) return late(r);
    if (!BASE_GUARDED(&g)) return ses_guard_fell(&r->reports, &g);
    bool ok = ses_read_parameters(r->ctx, path, &given);
    base_guard_pop(&g);
    ses_collect_run(r);
    causeway_status code = ok ? CAUSEWAY_OK : CAUSEWAY_USAGE;
    for (size_t i = 0; i < given.words.n && code == CAUSEWAY_OK; i++)
        code = set_word(r, given.words.at[i], given.places.at[i]);
    ses_free_given(&given);
    return code;
}

causeway_status causeway_run_set_input_file(causeway_run *r, const char *path) {
    BaseGuard g;
    if (run_begun(r->run)) return late(r);
    if (!BASE_GUARDED(&g)) return ses_guard_fell(&r->reports, &g);
    bool ok = ses_give_inputs(run_runtime(r->run), path);
    if (ok) vec_push(&r->curves, ((SesCurve){.path = base_strdup(&r->arena, path)}));
    base_guard_pop(&g);
    ses_collect_run(r);
    return ok ? CAUSEWAY_OK : CAUSEWAY_USAGE;
}

causeway_status causeway_run_start_from(causeway_run *r, const char *result) {
    BaseGuard g;
    if (run_begun(r->run)) return late(r);
    if (!BASE_GUARDED(&g)) return ses_guard_fell(&r->reports, &g);
    if (r->from.file) res_close(r->from.file);
    r->from = (RunStart){0};
    bool ok = ses_open_start(r->ctx, result, &r->from);
    base_guard_pop(&g);
    ses_collect_run(r);
    return ok ? CAUSEWAY_OK : CAUSEWAY_USAGE;
}

/* ---- points of rest ---------------------------------------------------------------------------------------------- */

void causeway_rest_init(causeway_rest *what) {
    memset(what, 0, sizeof *what);
    what->size = sizeof *what;
}

causeway_status causeway_run_rest(causeway_run *r, const causeway_rest *what, const char **method) {
    causeway_rest all;
    SesRest rest = {{0}, {0}, {0}};
    causeway_rest_init(&all);
    if (what) memcpy(&all, what, what->size < sizeof all ? what->size : sizeof all);
    if (method) *method = NULL;
    if (run_begun(r->run))
        return ses_refuse_run(r, "RT0097", "a point of rest is looked for instead of initialising", NULL);
    for (size_t i = 0; i < all.nfixed; i++) {
        Text word = {0};
        base_text_printf(&word, "%s=", all.fixed[i]);
        base_text_double(&word, all.values[i], false);
        vec_push(&rest.fix, base_strdup(&r->arena, base_text_str(&word)));
        base_text_free(&word);
    }
    for (size_t i = 0; i < all.nfree; i++) vec_push(&rest.free, (char *)all.free[i]);
    for (size_t i = 0; i < all.nmoving; i++) vec_push(&rest.moving, (char *)all.moving[i]);
    r->rest = &rest;
    causeway_status code = causeway_run_initialise(r);
    r->rest = NULL;
    if (method) *method = run_way(r->run);
    vec_free(&rest.fix);
    vec_free(&rest.free);
    vec_free(&rest.moving);
    return code;
}
