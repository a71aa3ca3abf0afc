/* rest_by_name.c - points of rest: what is fixed, free and moving, by name. */
#include "session/session_impl.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
    Runtime *rt;
    MdVar *free, *fixed, *moving;
    double *value;
    RtTrim trim;
} Work;

static bool refuse(Work *w, const char *what, const char *name, const char *hint) {
    Diag *d = base_error(rt_context(w->rt), "RT0045", (Span){0}, "'%s' %s", name, what);
    if (hint) base_hint(rt_context(w->rt), d, "%s", hint);
    return false;
}

static bool find(Work *w, const char *name, MdVar *out) {
    *out = rt_find(w->rt, name);
    return *out || refuse(w, "is no variable of the model", name, NULL);
}

static bool is_state(const Work *w, MdVar v) {
    for (uint32_t i = 0; i < rt_state_count(w->rt); i++)
        if (rt_state(w->rt, i) == v) return true;
    return false;
}

static bool add_free(Work *w, const char *name) {
    const MdModel *m = rt_model(w->rt);
    MdVar v;
    if (!find(w, name, &v)) return false;
    const MdVariable *var = &m->vars[v];
    bool parameter = var->kind == MD_KIND_PARAMETER && !(var->flags & (MD_FINAL | MD_STRUCTURAL));
    if (var->base != MD_REAL || !(parameter || var->flags & MD_INPUT))
        return refuse(w, "cannot be free", name,
                      "inputs at the top and Real parameters can, those that no structure rests on");
    w->trim.parameters |= parameter;
    w->free[w->trim.nfree++] = v;
    return true;
}

static bool add_fixed(Work *w, const char *word) {
    const char *equals = strrchr(word, '=');
    char *end = NULL;
    MdVar v;
    double value = equals ? strtod(equals + 1, &end) : 0;
    if (!equals || end == equals + 1 || *end) return refuse(w, "does not say NAME=VALUE", word, NULL);
    if (!find(w, base_strndup(&rt_context(w->rt)->arena, word, (size_t)(equals - word)), &v)) return false;
    w->value[w->trim.nfixed] = value;
    w->fixed[w->trim.nfixed++] = v;
    return true;
}

static bool add_moving(Work *w, const char *name) {
    MdVar v;
    if (!find(w, name, &v)) return false;
    if (!is_state(w, v)) return refuse(w, "is no state", name, "causeway linearize names the states");
    w->moving[w->trim.nmoving++] = v;
    return true;
}

RtStatus ses_rest(Runtime *rt, const SesRest *asked, const char **method) {
    Arena *a = &rt_context(rt)->arena;
    Work w = {.rt = rt};
    bool ok = true;
    w.free = BASE_ARRAY(a, MdVar, asked->free.n + 1);
    w.fixed = BASE_ARRAY(a, MdVar, asked->fix.n + 1);
    w.value = BASE_ARRAY(a, double, asked->fix.n + 1);
    w.moving = BASE_ARRAY(a, MdVar, asked->moving.n + 1);
    for (size_t i = 0; ok && i < asked->free.n; i++) ok = add_free(&w, asked->free.at[i]);
    for (size_t i = 0; ok && i < asked->fix.n; i++) ok = add_fixed(&w, asked->fix.at[i]);
    for (size_t i = 0; ok && i < asked->moving.n; i++) ok = add_moving(&w, asked->moving.at[i]);
    w.trim.free = w.free;
    w.trim.fixed = w.fixed;
    w.trim.value = w.value;
    w.trim.moving = w.moving;
    return ok ? rt_rest(rt, &w.trim, method) : RT_FILE;
}
