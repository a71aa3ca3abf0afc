/* api_class.c - causeway.h: what classes there are, and what is in them. */
#include "session/api.h"

#include <string.h>

/* ---- classes ----------------------------------------------------------------------------------------------------- */

static const char *full_name(causeway_session *s, const LibClass *cls) {
    Text t = {0};
    lib_full_name(cls, &t);
    const char *name = base_strdup(&s->ctx->arena, base_text_str(&t));
    base_text_free(&t);
    return name;
}

/* The class of that name; NULL after reporting. */
static LibClass *find_class(causeway_session *s, const char *name) {
    causeway_status code;
    LibTree *lib = ses_browse(s);
    LibClass *cls = lib ? lib_find_path(lib, name) : NULL;
    if (lib && !cls && !ses_is_file(&s->asked, name)) cls = ses_find_class(s->ctx, &s->asked, lib, name, &code);
    return cls;
}

size_t causeway_classes(causeway_session *s, const char *parent, const char *const **names) {
    BaseGuard g;
    *names = NULL;
    if (!BASE_GUARDED(&g)) return ses_guard_fell(&s->reports, &g), 0;
    LibTree *lib = ses_browse(s);
    LibClass *cls = lib && parent && *parent ? find_class(s, parent) : NULL, **children;
    size_t n = lib && (cls || !parent || !*parent) ? lib_children(lib, cls, &children) : 0;
    const char **list = lib ? BASE_ARRAY(&s->ctx->arena, const char *, n + 1) : NULL;
    for (size_t i = 0; i < n; i++) list[i] = full_name(s, children[i]);
    if (s->ctx) ses_collect(&s->reports, s->ctx);
    *names = list;
    base_guard_pop(&g);
    return n;
}

static causeway_place place_of(const Context *ctx, Span span) {
    causeway_place p = {0};
    if (!span.file) return p;
    p.file = base_source(ctx->sources, span.file)->path;
    p.start = span.start;
    p.end = span.end;
    base_source_position(ctx->sources, span.file, span.start, &p.line, &p.column);
    base_source_position(ctx->sources, span.file, span.end, &p.end_line, &p.end_column);
    return p;
}

static causeway_status describe(causeway_session *s, const char *name, causeway_class_info *info) {
    LibClass *cls = find_class(s, name), **children;
    SynClass *syn = cls ? lib_syn(cls) : NULL;
    if (!syn) return cls ? CAUSEWAY_INVALID : CAUSEWAY_USAGE;
    Names *names = s->ctx->names;
    *info = (causeway_class_info){.size = sizeof *info,
                                  .name = full_name(s, cls),
                                  .restriction = syn_restriction_name(syn->restriction),
                                  .description = base_str(names, syn->comment),
                                  .place = place_of(s->ctx, syn->span),
                                  .partial = syn->prefixes & SYN_PARTIAL_CLASS,
                                  .encapsulated = syn->prefixes & SYN_ENCAPSULATED};
    info->has_experiment = syn_annotation(syn->annotation, names, "experiment") != NULL;
    info->has_children = lib_children(s->lib, cls, &children) > 0;
    return CAUSEWAY_OK;
}

causeway_status causeway_describe_class(causeway_session *s, const char *name, causeway_class_info *info) {
    BaseGuard g;
    if (!BASE_GUARDED(&g)) return ses_guard_fell(&s->reports, &g);
    causeway_class_info all;
    causeway_status code = describe(s, name, &all);
    if (code == CAUSEWAY_OK) ses_hand_out(info, &all, sizeof all);
    if (s->ctx) ses_collect(&s->reports, s->ctx);
    base_guard_pop(&g);
    return code;
}

/* ---- components -------------------------------------------------------------------------------------------------- */

static const char *keep(causeway_session *s, Text *t) {
    const char *kept = base_strdup(&s->ctx->arena, base_text_str(t));
    base_text_free(t);
    return kept;
}

static const char *variability(uint32_t prefixes) {
    return prefixes & SYN_CONSTANT    ? "constant"
           : prefixes & SYN_PARAMETER ? "parameter"
           : prefixes & SYN_DISCRETE  ? "discrete"
                                      : "";
}

static const char *type_name(causeway_session *s, const InstClass *c, const SynElement *syn) {
    static const char *const predefined[] = {"Real", "Integer", "Boolean", "String", "enumeration", "Clock"};
    Text t = {0};
    if (c && c->lib) return full_name(s, c->lib);
    if (c && c->builtin && c->builtin - 1 <= INST_CLOCK && !c->syn) return predefined[c->builtin - 1];
    if (c && c->syn && c->syn->lib) return full_name(s, c->syn->lib);
    syn_print_cref(s->ctx->names, &syn->type, &t); /* as it is written */
    return keep(s, &t);
}

static const char *dimensions(causeway_session *s, const SynElement *syn) {
    Text t = {0};
    for (int k = 0; k < 2; k++)
        for (uint32_t i = 0; i < (k ? syn->ntype_dims : syn->ndims); i++) {
            base_text_add(&t, t.n ? ", " : "[");
            syn_print_expr(s->ctx->names, k ? syn->type_dims[i] : syn->dims[i], &t);
        }
    if (t.n) base_text_char(&t, ']');
    return keep(s, &t);
}

/* The text of a modifier's value: of the declaration itself, or given from outside. */
static const char *binding(causeway_session *s, const InstElement *e) {
    const SynExpr *value = e->mod && e->mod->value ? e->mod->value : e->syn->mod ? e->syn->mod->value : NULL;
    if (!value) return NULL;
    Text t = {0};
    syn_print_expr(s->ctx->names, value, &t);
    return keep(s, &t);
}

static const char *unit_of(const InstComp *comp) {
    const InstBinding *b = comp && comp->attrs && comp->type.base == INST_REAL ? comp->attrs[INST_ATTR_UNIT] : NULL;
    const SynExpr *e = b ? b->value : NULL;
    return e && e->kind == SYN_STRING ? base_str(comp->inst->ctx->names, e->string) : "";
}

static void describe_component(causeway_session *s, InstClass *c, InstElement *e, causeway_component_info *info) {
    const SynElement *syn = e->syn;
    InstComp *comp = inst_component(c, e);
    InstClass *type = comp ? comp->cls : NULL;
    uint8_t kind = type ? type->restriction : SYN_CLASS;
    *info = (causeway_component_info){
        .name = base_str(s->ctx->names, e->name),
        .type = type_name(s, type, syn),
        .variability = variability(e->prefixes),
        .causality = e->prefixes & SYN_INPUT    ? "input"
                     : e->prefixes & SYN_OUTPUT ? "output"
                                                : "",
        .visibility = e->is_protected ? "protected" : "public",
        .binding = binding(s, e),
        .dimensions = dimensions(s, syn),
        .unit = unit_of(comp),
        .description = base_str(s->ctx->names, syn->comment),
        .place = place_of(s->ctx, syn->span),
        .inherited = e->home != c,
        .is_connector = kind == SYN_CONNECTOR || kind == SYN_EXPANDABLE_CONNECTOR,
        .conditional = syn->condition != NULL,
        .replaceable = e->is_replaceable,
    };
}

Inst *ses_instances(causeway_session *s) {
    if (!ses_browse(s)) return NULL;
    if (!s->inst) {
        s->inst = inst_new(s->ctx, s->lib);
        s->inst->checking = true;
    }
    return s->inst;
}

void ses_tell(causeway_session *s) {
    if (s->ctx) ses_collect(&s->reports, s->ctx);
}

static causeway_status components(causeway_session *s, const char *name, size_t *n,
                                  const causeway_component_info *const **list) {
    LibClass *cls = find_class(s, name);
    if (!cls || !lib_syn(cls)) return cls ? CAUSEWAY_INVALID : CAUSEWAY_USAGE;
    InstClass *c = inst_class_by_name(ses_instances(s), name, (Span){0});
    if (!c) return CAUSEWAY_INVALID;
    inst_prepare(c);
    causeway_component_info *all = BASE_ARRAY(&s->ctx->arena, causeway_component_info, c->nelements + 1);
    const causeway_component_info **at = BASE_ARRAY(&s->ctx->arena, const causeway_component_info *, c->nelements + 1);
    *list = at;
    for (uint32_t i = 0; i < c->nelements; i++) {
        InstElement *e = c->elements[i];
        if (e->kind != SYN_COMPONENT || e->deselected || e->same || !e->syn) continue;
        describe_component(s, c, e, &all[*n]);
        at[*n] = &all[*n];
        ++*n;
    }
    return CAUSEWAY_OK;
}

causeway_status causeway_components(causeway_session *s, const char *class_name, size_t *n,
                                    const causeway_component_info *const **list) {
    BaseGuard g;
    *n = 0;
    *list = NULL;
    if (!BASE_GUARDED(&g)) return ses_guard_fell(&s->reports, &g);
    causeway_status code = components(s, class_name, n, list);
    if (s->ctx) ses_collect(&s->reports, s->ctx);
    base_guard_pop(&g);
    return code;
}
