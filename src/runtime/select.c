/* select.c - which variables are recorded, under which names; the way from a row to the file.
 *
 * By default every variable that is neither protected nor hidden; with --signals exactly those
 * named, in the order of the file; with --filter those whose names match.  Variables removed as
 * aliases are columns like others: they only share the place their value comes from.
 */
#include "runtime/runtime_impl.h"

#include <ctype.h>
#include <errno.h>
#include <regex.h>

/* ---- choice ------------------------------------------------------------------------------------------------------ */

static bool recordable(const Runtime *rt, MdVar v) {
    const MdVariable *var = &rt->model->vars[v];
    return var->kind != MD_KIND_PRE && var->base != MD_STRING && var->base != MD_OBJECT;
}

static void add_column(Runtime *rt, MdVar v, RtSource from) {
    uint8_t kind = rt->model->vars[from.var].kind;
    RtColumn c = {v, from, kind == MD_KIND_CONSTANT || kind == MD_KIND_PARAMETER};
    vec_push(&rt->result.columns, c);
}

static bool wanted(const Runtime *rt, MdVar v, bool protected_too, bool hidden_too) {
    const MdVariable *var = &rt->model->vars[v];
    if (!recordable(rt, v)) return false;
    uint16_t flags = var->flags;
    if (var->kind == MD_KIND_DERIVATIVE) flags |= rt->model->vars[var->of].flags;
    if ((flags & MD_PROTECTED) && !protected_too) return false;
    return !(flags & MD_HIDDEN) || hidden_too;
}

static void choose_all(Runtime *rt, bool all) {
    for (uint32_t i = 1; i < rt->nvars; i++)
        if (wanted(rt, i, all, all)) add_column(rt, i, rt_resolve(rt, i));
}

static bool choose_matching(Runtime *rt, const char *pattern, bool all) {
    regex_t re;
    Text whole = {0}; /* the whole name must match */
    base_text_printf(&whole, "^(%s)$", pattern);
    int code = regcomp(&re, base_text_str(&whole), REG_EXTENDED | REG_NOSUB);
    base_text_free(&whole);
    if (code) {
        char words[200];
        regerror(code, &re, words, sizeof words);
        base_error(rt->ctx, "RT0080", (Span){0}, "--filter '%s': %s", pattern, words);
        return false;
    }
    Text name = {0};
    for (uint32_t i = 1; i < rt->nvars; i++) {
        if (!wanted(rt, i, true, all)) continue;
        name.n = 0;
        rt_var_text(rt, i, &name);
        if (regexec(&re, base_text_str(&name), 0, NULL, 0) == 0) add_column(rt, i, rt_resolve(rt, i));
    }
    base_text_free(&name);
    regfree(&re);
    return true;
}

/* Without blanks outside quotes: "a[1, 2]" means a[1,2]. */
static void squeeze(char *s) {
    char *to = s;
    bool quoted = false;
    for (; *s; s++) {
        if (*s == '\'') quoted = !quoted;
        if (quoted || !isspace((unsigned char)*s)) *to++ = *s;
    }
    *to = 0;
}

/* The variable called name; der(x) where x may itself have been replaced by another. */
static bool find_signal(Runtime *rt, char *name, MdVar *var, RtSource *from) {
    *var = rt_find(rt, name);
    if (*var) {
        *from = rt_resolve(rt, *var);
        return true;
    }
    size_t n = strlen(name);
    if (n < 6 || strncmp(name, "der(", 4) != 0 || name[n - 1] != ')') return false;
    name[n - 1] = 0;
    MdVar x = rt_find(rt, name + 4);
    name[n - 1] = ')';
    if (!x) return false;
    const MdVariable *vars = rt->model->vars;
    RtSource kept = rt_resolve(rt, x);
    MdVar dx = vars[x].derivative ? vars[x].derivative : vars[kept.var].derivative;
    if (!dx) return false;
    *var = dx;
    *from = rt_resolve(rt, dx);
    if (!vars[x].derivative && kept.sign < 0) from->sign = from->sign < 0 ? 1 : -1;
    return true;
}

static bool choose_listed(Runtime *rt, const char *path) {
    FILE *in = fopen(path, "r");
    if (!in) {
        base_error(rt->ctx, "RT0081", (Span){0}, "cannot read the list of signals %s: %s", path, strerror(errno));
        return false;
    }
    char *line = NULL;
    size_t cap = 0;
    while (getline(&line, &cap, in) >= 0) {
        squeeze(line);
        if (!*line || strcmp(line, "time") == 0) continue;
        MdVar v;
        RtSource from;
        if (find_signal(rt, line, &v, &from) && recordable(rt, v)) add_column(rt, v, from);
        else
            base_warning(rt->ctx, "RT0082", (Span){0}, "%s: there is no numeric variable '%s' in the model", path,
                         line);
    }
    base_realloc(line, 0);
    fclose(in);
    return true;
}

/* ---- the way out ------------------------------------------------------------------------------------------------- */

static void word(const void *arg, size_t signal, ResWord what, Text *out) {
    const Runtime *rt = arg;
    MdVar v = rt->result.columns.at[signal].var;
    const MdAttrs *a = md_attrs(rt->model, v);
    if (what == RES_NAME) rt_var_text(rt, v, out);
    else
        base_text_add(out, base_str(rt->model->words, what == RES_UNIT           ? a->unit
                                                      : what == RES_DISPLAY_UNIT ? a->display_unit
                                                                                 : a->comment));
}

static ResSchema schema(const Runtime *rt) {
    return (ResSchema){rt->result.signals.at, rt->result.signals.n, word, rt, rt->span.start, rt->span.stop};
}

/* Modes have values in different places: those of a result that all write are gathered. */
static void place_by_column(Runtime *rt) {
    size_t kept = 0;
    for (size_t i = 0; i < rt->result.columns.n; i++)
        if (rt->result.columns.at[i].var < rt->modes.nshared) rt->result.columns.at[kept++] = rt->result.columns.at[i];
    rt->result.columns.n = kept;
    for (uint32_t i = 0; i < kept; i++) { /* what is constant in one mode may change in another */
        rt->result.columns.at[i].constant = false;
        vec_push(&rt->result.signals, ((ResSignal){i + 1, 1, false}));
    }
    rt->result.gathered = rt_zeros(kept + 1);
}

/* What the writer reads. */
static const double *values_to_write(Runtime *rt) {
    if (!rt->result.gathered) return rt->ev.env.v;
    rt->result.gathered[0] = rt->ev.env.v[0];
    for (size_t i = 0; i < rt->result.columns.n; i++)
        rt->result.gathered[i + 1] = rt_source_value(rt->ev.env.v, rt->result.columns.at[i].from);
    return rt->result.gathered;
}

RtStatus rt_record(Runtime *rt, const RtRecord *what) {
    vec_clear(&rt->result.columns);
    vec_clear(&rt->result.signals);
    bool ok = true, nowhere = !what->open && (!what->path || strcmp(what->path, "/dev/null") == 0);
    if (what->signals) ok = choose_listed(rt, what->signals);
    else if (what->filter) ok = choose_matching(rt, what->filter, what->all);
    else if (!nowhere || what->memory) choose_all(rt, what->all);
    if (!ok) return RT_FILE;
    if (what->shared) place_by_column(rt);
    else
        for (size_t i = 0; i < rt->result.columns.n; i++) {
            const RtColumn *c = &rt->result.columns.at[i];
            vec_push(&rt->result.signals, ((ResSignal){c->from.var, c->from.sign, c->constant}));
        }
    rt->result.in_memory = what->memory;
    if (what->open) {
        rt->result.sink = what->open(what->arg);
        rt->result.path = base_strdup(&rt->arena, "to its receiver");
        return rt->result.sink ? RT_OK : RT_FILE;
    }
    if (what->memory) rt->result.sink = res_memory();
    if (what->memory || nowhere) return RT_OK;
    rt->result.sink = res_create(what->path);
    if (!rt->result.sink) {
        base_error(rt->ctx, "RT0083", (Span){0}, "cannot write the result %s: %s", what->path, strerror(errno));
        return RT_FILE;
    }
    rt->result.path = base_strdup(&rt->arena, what->path);
    return RT_OK;
}

ResResult *rt_recorded(const Runtime *rt, Context *ctx) {
    ResSchema s = schema(rt);
    return rt->result.in_memory && rt->result.sink ? res_memory_result(ctx, rt->result.sink, &s) : NULL;
}

static bool write_failed(Runtime *rt) {
    base_error(rt->ctx, "RT0084", (Span){0}, "writing the result %s failed at time %.9g: %s", rt->result.path,
               rt->ev.env.v[0], strerror(errno ? errno : EIO));
    return false;
}

static bool write_header(Runtime *rt) {
    ResSchema s = schema(rt);
    if (rt->result.header_written) return true;
    rt->result.header_written = true;
    return rt->result.sink->header(rt->result.sink, &s, values_to_write(rt));
}

bool rt_row(Runtime *rt) {
    rt->stats.rows++;
    if (!rt->result.sink) return true;
    errno = 0;
    ResSchema s = schema(rt);
    if (write_header(rt) && rt->result.sink->row(rt->result.sink, &s, values_to_write(rt))) return true;
    write_failed(rt);
    int saved = errno;
    rt->result.sink->close(rt->result.sink); /* completes what is there, as far as that goes */
    rt->result.sink = NULL;
    errno = saved;
    return false;
}

void rt_flush_result(Runtime *rt) {
    enum { COST = 100 };           /* a flush may take a hundredth of the time */
    static const double OFTEN = 1; /* seconds */
    double now = base_seconds();
    if (!rt->result.sink || !rt->result.header_written || rt->result.in_memory || now < rt->result.flush_at) return;
    bool first = rt->result.flush_at == 0;
    if (!first) (void)rt->result.sink->flush(rt->result.sink); /* where it fails, so will the next row */
    rt->result.flush_at = base_seconds() + fmax(OFTEN, COST * (base_seconds() - now));
}

bool rt_close_result(Runtime *rt) {
    if (!rt->result.sink || rt->result.in_memory) return true;
    errno = 0;
    bool ok = write_header(rt);
    ok = rt->result.sink->close(rt->result.sink) && ok;
    rt->result.sink = NULL;
    return ok ? true : write_failed(rt);
}
