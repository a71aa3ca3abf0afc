/* source_map.c - what the text of a model says about the equations and variables made from it.
 *
 * The structural debugger asks for the class an equation was written in, how many equations that class has, whether it
 * comes from a connection, and which class a component instance has.  Files are read again when first asked about: this
 * happens only for models that are in trouble.
 */
#include "session/session_impl.h"

#include "instance/instance.h"

#include <string.h>

struct SesSourceMap {
    Context *ctx;
    SesFront *front;     /* or NULL: the model did not come as Modelica */
    Map file_of;         /* SourceId -> SynFile */
    SourceId own;        /* file of the model itself */
    const char *own_top; /* first part of the model's name */
    DbgSource source;
};

static bool contains(Span outer, Span inner) {
    return outer.file == inner.file && outer.start <= inner.start && inner.end <= outer.end;
}

static SynFile *file_of(SesSourceMap *m, SourceId id) {
    uint64_t at;
    if (base_map_get(&m->file_of, id, &at)) return (SynFile *)(uintptr_t)at;
    size_t mark = base_diag_mark(m->ctx);
    SynFile *f = syn_parse(m->ctx, id);
    base_diag_rollback(m->ctx, mark);
    base_map_put(&m->file_of, id, (uint64_t)(uintptr_t)f);
    return f;
}

/* The innermost class around a span. */
static SynClass *class_around(SynElement *elements, Span span) {
    SynClass *found = NULL;
    for (SynElement *e = elements; e;) {
        if (e->kind == SYN_CLASS_DEF && e->cls && contains(e->cls->span, span)) {
            found = e->cls;
            e = e->cls->elements;
        } else {
            e = e->next;
        }
    }
    return found;
}

static const char *full_name(SesSourceMap *m, const SynClass *c) {
    Text t = {0};
    const SynClass *chain[64];
    size_t n = 0;
    for (const SynClass *p = c; p && n < 64; p = p->parent) chain[n++] = p;
    if (c->file->within.n) syn_print_cref(m->ctx->names, &c->file->within, &t);
    while (n--) {
        if (t.n) base_text_char(&t, '.');
        base_text_add(&t, base_str(m->ctx->names, chain[n]->name));
    }
    const char *s = base_strdup(&m->ctx->arena, base_text_str(&t));
    base_text_free(&t);
    return s;
}

/* The equation that a span lies in; inside if, for and when the innermost one. */
static const SynEquation *equation_around(const SynEquation *list, Span span, int depth) {
    for (const SynEquation *e = list; e; e = e->next) {
        if (!contains(e->span, span)) continue;
        const SynEquation *inner = NULL;
        if (depth < 100 && e->kind == SYN_EQ_FOR) inner = equation_around(e->body, span, depth + 1);
        for (uint32_t i = 0; i < e->nbranches && depth < 100 && !inner; i++)
            inner = equation_around(e->branches[i].equations, span, depth + 1);
        return inner ? inner : e;
    }
    return NULL;
}

static uint32_t count_equations(const SynClass *c) {
    uint32_t n = 0;
    for (const SynEquation *e = c->equations; e; e = e->next) n++;
    for (const SynAlgorithm *a = c->algorithms; a; a = a->next) n++;
    for (const SynElement *e = c->elements; e; e = e->next)
        n += e->kind == SYN_COMPONENT && e->mod && e->mod->value && !(e->prefixes & (SYN_PARAMETER | SYN_CONSTANT));
    return n;
}

static void find_place(void *arg, Span span, DbgPlace *out) {
    SesSourceMap *m = arg;
    SynFile *f = file_of(m, span.file);
    SynClass *c = f ? class_around(f->classes, span) : NULL;
    if (!c) return;
    out->cls = full_name(m, c);
    out->class_span = c->name_span;
    out->connector = c->restriction == SYN_CONNECTOR || c->restriction == SYN_EXPANDABLE_CONNECTOR;
    size_t top = m->own_top ? strcspn(m->own_top, ".") : 0;
    out->foreign = span.file != m->own &&
                   !(top && strncmp(out->cls, m->own_top, top) == 0 && (out->cls[top] == '.' || !out->cls[top]));
    out->associated = count_equations(c);
    const SynEquation *e = equation_around(c->equations, span, 0);
    if (e) {
        out->span = e->span;
        out->connection = e->kind == SYN_EQ_CONNECT;
        return;
    }
    for (const SynElement *d = c->elements; d; d = d->next)
        if (d->kind == SYN_COMPONENT && contains(d->span, span)) out->connection = contains(d->name_span, span);
}

/* ---- instances --------------------------------------------------------------------------------------------------- */

/* The component a flat name means, or NULL. */
static InstComp *component_of(SesSourceMap *m, const Dae *d, DaeName name) {
    DaeName path[256];
    size_t n = 0;
    for (; name && n < 256; name = d->names.at[name].parent) path[n++] = name;
    InstClass *c = ses_front_model(m->front);
    InstComp *comp = NULL;
    while (n-- && c) {
        InstElement *e = inst_find(c, d->names.at[path[n]].word);
        comp = e && e->kind == SYN_COMPONENT ? inst_component(c, e) : NULL;
        if (!comp) return NULL;
        if (comp->inner) comp = comp->inner;
        c = comp->cls;
    }
    return comp;
}

static bool find_instance(void *arg, const Dae *d, DaeName instance, DbgPlace *out) {
    SesSourceMap *m = arg;
    InstComp *comp = instance ? component_of(m, d, instance) : NULL;
    const InstClass *c = instance ? (comp ? comp->cls : NULL) : ses_front_model(m->front);
    if (!c || !c->syn) return false;
    find_place(m, c->syn->name_span, out);
    out->cls = full_name(m, c->syn);
    out->class_span = out->span = c->syn->name_span;
    out->connector = c->restriction == SYN_CONNECTOR || c->restriction == SYN_EXPANDABLE_CONNECTOR;
    return true;
}

static bool find_input(void *arg, const Dae *d, DaeVar v) {
    SesSourceMap *m = arg;
    InstComp *comp = component_of(m, d, d->vars.at[v].name);
    return comp && (comp->prefixes & SYN_INPUT) != 0;
}

const DbgSource *ses_source_map(Context *ctx, SesFront *front, const Dae *d, SesSourceMap **made) {
    const InstClass *model = ses_front_model(front);
    SesSourceMap *m = BASE_NEW(&ctx->arena, SesSourceMap);
    m->ctx = ctx;
    m->front = front;
    m->own = model && model->syn ? model->syn->name_span.file : 0;
    m->own_top = base_str(ctx->names, d->model);
    m->source = (DbgSource){.arg = m, .place = find_place, .instance = find_instance, .is_input = find_input};
    *made = m;
    return model ? &m->source : NULL;
}

void ses_free_source_map(SesSourceMap *m) {
    uint64_t key, file;
    if (!m) return;
    for (size_t at = 0; base_map_next(&m->file_of, &at, &key, &file);)
        if (file) syn_free((SynFile *)(uintptr_t)file);
    base_map_free(&m->file_of);
}
