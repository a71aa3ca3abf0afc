/* hints.c - what a declaration does not say itself: sizes that follow from values, units of types, values of
 * parameters. */
#include "server/server_impl.h"

enum { MOST_HINTS = 400 };

typedef struct {
    Server *s;
    Inst *inst;
    uint32_t from, to;
    Text *out;
    size_t n;
} Hints;

static void put_hint(Hints *h, SourceId file, uint32_t at, const char *label, const char *tip) {
    if (h->n++ >= MOST_HINTS) return;
    srv_comma(h->out);
    base_text_add(h->out, "{\"position\":");
    srv_put_position(h->s, file, at, h->out);
    base_text_add(h->out, ",\"label\":");
    srv_put_text(h->out, label);
    base_text_add(h->out, ",\"tooltip\":");
    srv_put_text(h->out, tip);
    base_text_add(h->out, ",\"kind\":1,\"paddingLeft\":true}");
}

static bool has_open_size(const SynElement *e) {
    for (uint32_t i = 0; i < e->ndims; i++)
        if (e->dims[i]->kind == SYN_COLON) return true;
    for (uint32_t i = 0; i < e->ntype_dims; i++)
        if (e->type_dims[i]->kind == SYN_COLON) return true;
    return false;
}

static void hint_size(Hints *h, const SynElement *e, const InstComp *comp) {
    Text t = {0};
    if (!has_open_size(e) || !comp->type.ndims) return;
    for (uint32_t i = 0; i < comp->type.ndims; i++) {
        if (comp->type.dims[i] == INST_UNKNOWN_DIM) {
            base_text_free(&t);
            return;
        }
        base_text_printf(&t, "%s%lld", i ? ", " : "[", (long long)comp->type.dims[i]);
    }
    base_text_char(&t, ']');
    put_hint(h, e->name_span.file, e->mod ? e->mod->span.start : e->name_span.end, base_text_str(&t),
             "size, from its value");
    base_text_free(&t);
}

static bool is_literal(const SynExpr *x) {
    if (x->kind == SYN_UNARY && x->nargs == 1) return is_literal(x->args[0]);
    return x->kind == SYN_REAL || x->kind == SYN_INTEGER || x->kind == SYN_BOOLEAN || x->kind == SYN_STRING;
}

static void hint_value(Hints *h, const SynElement *e, InstComp *comp) {
    const SynExpr *value = e->mod ? e->mod->value : NULL;
    Text t = {0};
    if (!value || is_literal(value) || !(e->prefixes & (SYN_PARAMETER | SYN_CONSTANT)) || comp->type.ndims) return;
    InstValue *v = inst_eval_component(comp, INST_EVAL_SILENT);
    if (!v || v->type.ndims) return;
    base_text_add(&t, "= ");
    switch (v->type.base) {
    case INST_REAL: base_text_printf(&t, "%.6g", v->num[0]); break;
    case INST_INTEGER: base_text_printf(&t, "%.0f", v->num[0]); break;
    case INST_BOOLEAN: base_text_add(&t, v->num[0] != 0 ? "true" : "false"); break;
    default: break;
    }
    if (t.n > 2) put_hint(h, e->name_span.file, e->mod->span.end, base_text_str(&t), "value as it is declared here");
    base_text_free(&t);
}

static void hint_unit(Hints *h, LibClass *cls, SynElement *e) {
    SrvSymbol m = {.kind = SRV_COMPONENT, .name = e->name, .cls = cls, .element = e, .at = e->name_span};
    const char *unit = srv_unit(h->s, &m);
    if (!unit || srv_is_plain(h->s, &m)) return; /* there it is written already */
    put_hint(h, e->name_span.file, e->name_span.end, base_sprintf(&h->s->scratch, "in %s", unit), "unit of its type");
}

static void hint_component(Hints *h, LibClass *cls, InstClass *ic, SynElement *e) {
    hint_unit(h, cls, e);
    bool asks = has_open_size(e) || (e->mod && e->mod->value && e->prefixes & (SYN_PARAMETER | SYN_CONSTANT));
    InstElement *element = ic && asks ? inst_find(ic, e->name) : NULL;
    InstComp *comp =
        element && element->syn == e && element->kind == SYN_COMPONENT ? inst_component(ic, element) : NULL;
    if (!comp) return;
    hint_size(h, e, comp);
    hint_value(h, e, comp);
}

static void hint_classes(Hints *h, SynElement *list, int depth) {
    for (SynElement *x = list; x && depth < 50; x = x->next) {
        if (x->kind != SYN_CLASS_DEF || !x->cls || x->span.end < h->from || x->span.start > h->to) continue;
        LibClass *cls = lib_of(h->s->lib, x->cls);
        Text name = {0};
        lib_full_name(cls, &name);
        bool ours = lib_find_path(h->s->lib, base_text_str(&name)) == cls;
        InstClass *ic = ours ? inst_class_by_name(h->inst, base_text_str(&name), (Span){0}) : NULL;
        base_text_free(&name);
        if (ic) inst_prepare(ic);
        for (SynElement *e = x->cls->elements; e; e = e->next)
            if (e->kind == SYN_COMPONENT && e->name && e->span.end >= h->from && e->span.start <= h->to)
                hint_component(h, cls, ic, e);
        hint_classes(h, x->cls->elements, depth + 1);
    }
}

void srv_inlay_hint(Server *s, const BaseJson *params, Text *out) {
    Hints h = {.s = s, .out = out};
    SrvDocument *d = srv_asked(s, params, NULL);
    const BaseJson *range = base_json_get(params, "range");
    if (!d) return;
    if (!srv_offset(s, d, base_json_get(range, "start"), &h.from) ||
        !srv_offset(s, d, base_json_get(range, "end"), &h.to)) {
        srv_refuse(s, SRV_INVALID_PARAMS, "params.range is no range");
        return;
    }
    h.inst = inst_new(s->ctx, s->lib);
    h.inst->checking = true;
    base_text_char(out, '[');
    if (d->file) hint_classes(&h, d->file->classes, 0);
    base_text_char(out, ']');
    inst_free(h.inst);
    base_diag_clear(s->ctx);
}
