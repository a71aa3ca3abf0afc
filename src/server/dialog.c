/* dialog.c - parameters of a class or of a component, as dialogs show them (MLS 3.6, 18.7).
 *
 * A row knows where its value comes from: the component that is looked at, the class that declares it, or a base.
 */
#include "elaborate/elaborate.h"
#include "server/studio_impl.h"

enum { MOST_ROWS = 1000 };

typedef struct {
    Server *s;
    Text *out;
    InstClass *c;
} Dialog;

static const SynExpr *argument(Dialog *d, const SynMod *record, const char *name) {
    const SynMod *m = record && record->mod ? syn_annotation(record->mod->args, d->s->ctx->names, name) : NULL;
    return m && m->mod ? m->mod->value : NULL;
}

static const SynMod *annotation_of(Dialog *d, const InstElement *e, const char *name) {
    const SynMod *m = syn_annotation(e->syn->annotation, d->s->ctx->names, name);
    if (m && m->mod && e->home->syn) syn_expand(e->home->syn->file, m->mod);
    return m;
}

static const char *string_of(Dialog *d, const SynExpr *e, const char *otherwise) {
    return e && e->kind == SYN_STRING ? base_str(d->s->ctx->names, e->string) : otherwise;
}

static bool truth_of(Dialog *d, const InstElement *e, const SynExpr *x, bool otherwise) {
    bool value = otherwise;
    size_t mark = base_diag_mark(d->s->ctx);
    if (x && !inst_eval_boolean(e->home, x, &value, INST_EVAL_SILENT | INST_EVAL_DEFAULT)) value = otherwise;
    base_diag_rollback(d->s->ctx, mark);
    return value;
}

static const char *attribute(Dialog *d, const InstComp *comp, InstAttr a) {
    const InstBinding *b = comp->attrs && comp->type.base == INST_REAL ? comp->attrs[a] : NULL;
    return string_of(d, b ? b->value : NULL, "");
}

static void put_expression(Dialog *d, const char *name, const SynExpr *e) {
    Text t = {0};
    if (!e) return;
    syn_print_expr(d->s->ctx->names, e, &t);
    srv_put_member(d->out, name, base_text_str(&t));
    base_text_free(&t);
}

static const char *type_word(Dialog *d, const InstComp *comp) {
    static const char *const predefined[] = {"Real", "Integer", "Boolean", "String", "enumeration", "Clock"};
    Text t = {0};
    if (comp->type.base < INST_ENUM) return predefined[comp->type.base];
    if (comp->cls) inst_class_path(comp->cls, &t);
    const char *name = base_strdup(&d->s->scratch, base_text_str(&t));
    base_text_free(&t);
    return name;
}

/* ---- what may be chosen ------------------------------------------------------------------------------------------ */

static void put_choice(Dialog *d, const char *value, const char *text) {
    srv_comma(d->out);
    base_text_char(d->out, '{');
    srv_put_member(d->out, "value", value);
    srv_put_member(d->out, "text", text);
    base_text_char(d->out, '}');
}

static void put_literals(Dialog *d, const InstComp *comp) {
    Text path = {0};
    const InstClass *type = comp->type.cls;
    inst_class_path(type, &path);
    for (uint32_t i = 0; i < type->syn->nliterals; i++) {
        const SynLiteral *l = &type->syn->literals[i];
        const char *name = srv_name(d->s, l->name), *text = base_str(d->s->ctx->names, l->comment);
        put_choice(d, base_sprintf(&d->s->scratch, "%s.%s", base_text_str(&path), name), *text ? text : name);
    }
    base_text_free(&path);
}

static void put_written_choices(Dialog *d, const SynMod *choices) {
    Text t = {0};
    for (const SynMod *m = choices->mod ? choices->mod->args : NULL; m; m = m->next) {
        if (m->is_break || !m->mod || !m->mod->value || strcmp(srv_name(d->s, m->name.parts[0].name), "choice") != 0)
            continue;
        const char *text = base_str(d->s->ctx->names, m->comment);
        t.n = 0;
        syn_print_expr(d->s->ctx->names, m->mod->value, &t);
        put_choice(d, base_text_str(&t), *text ? text : base_text_str(&t));
    }
    base_text_free(&t);
}

static void put_choices(Dialog *d, const InstElement *e, const InstComp *comp) {
    const SynMod *written = annotation_of(d, e, "choices");
    base_text_add(d->out, ",\"choices\":[");
    if (written && written->mod && written->mod->args) put_written_choices(d, written);
    else if (comp->type.base == INST_ENUM && comp->type.cls && comp->type.cls->syn) put_literals(d, comp);
    base_text_char(d->out, ']');
}

/* ---- rows -------------------------------------------------------------------------------------------------------- */

static void put_place(Dialog *d, const char *name, Span at) {
    if (!at.file) return;
    base_text_printf(d->out, ",\"%s\":", name);
    srv_put_location(d->s, at, d->out);
}

static void put_value(Dialog *d, const InstElement *e, const InstComp *comp) {
    const SynExpr *own = e->syn->mod ? e->syn->mod->value : NULL;
    const SynExpr *given = e->mod && e->mod->value && e->mod->value != own ? e->mod->value : NULL;
    put_expression(d, "default", own);
    put_expression(d, "value", given);
    const InstBinding *b = comp->attrs ? comp->attrs[INST_ATTR_START] : NULL;
    if (!own && !given && b && b->value) put_expression(d, "start", b->value);
    if (given) put_place(d, "givenAt", given->span);
}

static void put_row(Dialog *d, InstElement *e, InstComp *comp, const SynMod *dialog) {
    Text path = {0};
    bool parameter = e->prefixes & SYN_PARAMETER;
    const SynExpr *tab = argument(d, dialog, "tab"), *group = argument(d, dialog, "group");
    srv_comma(d->out);
    base_text_char(d->out, '{');
    srv_put_member(d->out, "name", srv_name(d->s, e->name));
    srv_put_member(d->out, "type", type_word(d, comp));
    srv_put_member(d->out, "tab", string_of(d, tab, "General"));
    srv_put_member(d->out, "group", string_of(d, group, parameter ? "Parameters" : "Start values"));
    srv_put_member(d->out, "comment", base_str(d->s->ctx->names, e->syn->comment));
    srv_put_member(d->out, "unit", attribute(d, comp, INST_ATTR_UNIT));
    srv_put_member(d->out, "displayUnit", attribute(d, comp, INST_ATTR_DISPLAY_UNIT));
    put_value(d, e, comp);
    inst_class_path(e->home, &path);
    srv_put_member(d->out, "declaredIn", base_text_str(&path));
    base_text_free(&path);
    put_place(d, "declaredAt", e->syn->span);
    bool fixed = e->prefixes & SYN_FINAL || (e->mod && e->mod->final);
    base_text_printf(d->out, ",\"parameter\":%s,\"inherited\":%s,\"enable\":%s,\"final\":%s,\"dims\":%d",
                     parameter ? "true" : "false", e->home != d->c ? "true" : "false",
                     truth_of(d, e, argument(d, dialog, "enable"), true) ? "true" : "false", fixed ? "true" : "false",
                     comp->type.ndims);
    put_choices(d, e, comp);
    base_text_char(d->out, '}');
}

static void put_rows(Dialog *d) {
    size_t n = 0;
    inst_prepare(d->c);
    for (uint32_t i = 0; i < d->c->nelements && n < MOST_ROWS; i++) {
        InstElement *e = d->c->elements[i];
        if (e->kind != SYN_COMPONENT || e->is_protected || e->deselected || e->same || !e->syn) continue;
        const SynMod *dialog = annotation_of(d, e, "Dialog");
        bool start = truth_of(d, e, argument(d, dialog, "showStartAttribute"), false);
        if (!(e->prefixes & SYN_PARAMETER) && !start) continue;
        InstComp *comp = inst_component(e->home, e);
        if (!comp || !comp->present || comp->type.base > INST_ENUM) continue;
        put_row(d, e, comp, dialog);
        n++;
    }
}

/* {class, path?} -> {class, name, comment, rows}: of the component, or of the class itself */
void srv_parameters(Server *s, const BaseJson *params, Text *out) {
    const char *path = base_json_string(params, "path");
    InstClass *c = srv_instance(s, base_json_string(params, "class"), path);
    if (!c) return;
    Dialog d = {s, out, c};
    Text name = {0};
    inst_class_path(c, &name);
    base_text_char(out, '{');
    srv_put_member(out, "class", base_text_str(&name));
    srv_put_member(out, "name", path ? path : "");
    const SynElement *syn = c->owner ? c->owner->syn : NULL;
    srv_put_member(out, "comment",
                   syn      ? base_str(s->ctx->names, syn->comment)
                   : c->syn ? base_str(s->ctx->names, c->syn->comment)
                            : "");
    srv_put_member(out, "kind", c->syn ? syn_restriction_name(c->restriction) : "type");
    if (syn) put_place(&d, "at", syn->span);
    base_text_add(out, ",\"rows\":[");
    put_rows(&d);
    base_text_add(out, "]}");
    base_text_free(&name);
    base_diag_clear(s->ctx);
}
