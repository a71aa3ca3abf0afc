/* figures.c - figures that a class describes (MLS 3.6, 18.5): what is plotted of it.
 *
 * Figures of base classes come first.  Curves are references to variables; what is no reference is left out.
 */
#include "server/studio_impl.h"

enum { MOST_FIGURES = 100, DEEPEST = 20 };

typedef struct {
    Server *s;
    Text *out;
    size_t n;
} Figures;

static const SynExpr *named(Figures *f, const SynExpr *call, const char *name) {
    for (uint32_t i = 0; call->kind == SYN_CALL && i < call->nnamed; i++)
        if (strcmp(srv_name(f->s, call->named[i].name), name) == 0) return call->named[i].value;
    return NULL;
}

static bool is_call(Figures *f, const SynExpr *e, const char *name) {
    return e && e->kind == SYN_CALL && e->cref.n == 1 && strcmp(srv_name(f->s, e->cref.parts[0].name), name) == 0;
}

static void put_string(Figures *f, const SynExpr *call, const char *name) {
    const SynExpr *e = named(f, call, name);
    srv_put_member(f->out, name, e && e->kind == SYN_STRING ? base_str(f->s->ctx->names, e->string) : "");
}

/* A variable, or its derivative. */
static bool put_variable(Figures *f, const SynExpr *call, const char *name) {
    const SynExpr *e = named(f, call, name);
    Text t = {0};
    bool variable = e && (e->kind == SYN_CREF || is_call(f, e, "der"));
    if (!variable) return false;
    syn_print_expr(f->s->ctx->names, e, &t);
    srv_put_member(f->out, name, base_text_str(&t));
    base_text_free(&t);
    return true;
}

static void put_items(Figures *f, const SynExpr *list, const char *record,
                      void (*put)(Figures *f, const SynExpr *item)) {
    base_text_char(f->out, '[');
    for (uint32_t i = 0; list && list->kind == SYN_ARRAY && i < list->nargs; i++)
        if (is_call(f, list->args[i], record)) put(f, list->args[i]);
    base_text_char(f->out, ']');
}

static void put_curve(Figures *f, const SynExpr *curve) {
    if (!named(f, curve, "y")) return;
    size_t before = f->out->n;
    srv_comma(f->out);
    base_text_char(f->out, '{');
    bool ok = put_variable(f, curve, "y");
    put_variable(f, curve, "x");
    put_string(f, curve, "legend");
    base_text_char(f->out, '}');
    if (!ok) f->out->n = before;
}

static void put_plot(Figures *f, const SynExpr *plot) {
    srv_comma(f->out);
    base_text_char(f->out, '{');
    put_string(f, plot, "title");
    base_text_add(f->out, ",\"curves\":");
    put_items(f, named(f, plot, "curves"), "Curve", put_curve);
    base_text_char(f->out, '}');
}

static void put_figure(Figures *f, const SynExpr *figure) {
    const SynExpr *preferred = named(f, figure, "preferred");
    if (f->n++ >= MOST_FIGURES) return;
    srv_comma(f->out);
    base_text_char(f->out, '{');
    put_string(f, figure, "title");
    base_text_printf(f->out, ",\"preferred\":%s,\"plots\":",
                     preferred && preferred->kind == SYN_BOOLEAN && preferred->boolean ? "true" : "false");
    put_items(f, named(f, figure, "plots"), "Plot", put_plot);
    base_text_char(f->out, '}');
}

static void put_class(Figures *f, LibClass *cls, int depth) {
    LibClass *const *bases;
    SynClass *syn = lib_syn(cls);
    uint32_t n = syn && depth < DEEPEST ? srv_bases(f->s, cls, &bases) : 0;
    for (uint32_t i = 0; i < n; i++) put_class(f, bases[i], depth + 1);
    const SynMod *m = syn ? syn_annotation(syn->annotation, f->s->ctx->names, "Documentation") : NULL;
    if (m && m->mod) syn_expand(syn->file, m->mod);
    m = m && m->mod ? syn_annotation(m->mod->args, f->s->ctx->names, "figures") : NULL;
    const SynExpr *list = m && m->mod ? m->mod->value : NULL;
    for (uint32_t i = 0; list && list->kind == SYN_ARRAY && i < list->nargs; i++)
        if (is_call(f, list->args[i], "Figure")) put_figure(f, list->args[i]);
}

/* {class} -> {"figures": [{title, preferred, plots: [{title, curves: [{y, x?, legend}]}]}]} */
void srv_figures(Server *s, const BaseJson *params, Text *out) {
    LibClass *cls = srv_class_named(s, base_json_string(params, "class"));
    if (!cls) return;
    Figures f = {s, out, 0};
    base_text_add(out, "{\"figures\":[");
    put_class(&f, cls, 0);
    base_text_add(out, "]}");
    base_diag_clear(s->ctx);
}
