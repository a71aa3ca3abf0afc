/* class_tables.c - what a class consists of: parameters, connectors, inputs and outputs, other components. */
#include "document/document_impl.h"

typedef struct {
    InstElement *element;
    InstComp *comp;
    const char *tab, *group; /* of its Dialog annotation */
} Row;

typedef VEC(Row) Rows;

static const char *string_of(const SynMod *m, Names *names, const char *path) {
    const SynMod *found = syn_annotation(m, names, path);
    const SynExpr *e = found && found->mod ? found->mod->value : NULL;
    return e && e->kind == SYN_STRING ? base_str(names, e->string) : NULL;
}

static Row row_of(DocSite *s, InstElement *e, InstComp *comp) {
    Row r = {.element = e, .comp = comp};
    r.tab = string_of(e->syn->annotation, s->ctx->names, "Dialog.tab");
    r.group = string_of(e->syn->annotation, s->ctx->names, "Dialog.group");
    if (!r.tab) r.tab = "General";
    if (!r.group) r.group = "";
    return r;
}

static void type_cell(DocSite *s, const Row *r, Text *out) {
    Text name = {0};
    if (r->comp->cls) inst_class_path(r->comp->cls, &name);
    const char *full = base_text_str(&name), *dot = strrchr(full, '.');
    doc_class_link(s, full, dot ? dot + 1 : full, out);
    base_text_free(&name);
}

static void dimensions(DocSite *s, const SynElement *e, Text *out) {
    Text t = {0};
    for (uint32_t i = 0; i < e->ndims; i++) {
        base_text_add(&t, i ? ", " : "[");
        syn_print_expr(s->ctx->names, e->dims[i], &t);
    }
    if (e->ndims) base_text_char(&t, ']');
    doc_text(out, base_text_str(&t));
    base_text_free(&t);
}

static const char *unit_of(const Row *r) {
    InstExpr *e =
        r->comp->attrs && r->comp->attrs[INST_ATTR_UNIT]->value ? inst_attr_expr(r->comp, INST_ATTR_UNIT) : NULL;
    InstValue *v = e ? inst_eval(r->comp->inst, e, INST_EVAL_SILENT) : NULL;
    return v && v->type.base == INST_STRING && v->n == 1 ? base_str(r->comp->inst->ctx->names, v->str[0]) : "";
}

static void value_cell(DocSite *s, const Row *r, Text *out) {
    Text t = {0};
    if (!r->comp->group && r->comp->binding.value) syn_print_expr(s->ctx->names, r->comp->binding.value, &t);
    size_t n = t.n;
    while (n > 160 && (t.at[160] & 0xc0) == 0x80) n--; /* not inside a character */
    base_text_add(out, "<code>");
    doc_escape(out, base_text_str(&t), n > 160 ? 160 : n);
    base_text_add(out, n > 160 ? "...</code>" : "</code>");
    base_text_free(&t);
}

static void put_row(DocSite *s, const Row *r, bool values, Text *out) {
    const Names *names = s->ctx->names;
    base_text_add(out, "<tr><td>");
    type_cell(s, r, out);
    base_text_add(out, "</td><td><b>");
    doc_text(out, base_str(names, r->element->name));
    base_text_add(out, "</b>");
    dimensions(s, r->element->syn, out);
    base_text_add(out, "</td>");
    if (values) {
        base_text_add(out, "<td>");
        value_cell(s, r, out);
        base_text_add(out, "</td>");
    }
    base_text_add(out, "<td>");
    doc_text(out, base_str(names, r->element->syn->comment));
    const char *unit = r->comp->type.base == INST_REAL ? unit_of(r) : "";
    if (*unit) {
        base_text_add(out, " [");
        doc_text(out, unit);
        base_text_char(out, ']');
    }
    base_text_add(out, "</td></tr>\n");
}

/* Rows of one tab and group stand together, in the order in which these appear. */
static void put_table(DocSite *s, const char *title, const Rows *rows, bool values, Text *out) {
    if (!rows->n) return;
    base_text_printf(out,
                     "<h2>%s</h2>\n<table class=\"list\"><tr><th>Type</th><th>Name</th>%s<th>Description</th></tr>\n",
                     title, values ? "<th>Value</th>" : "");
    for (size_t i = 0; i < rows->n; i++) {
        const Row *head = &rows->at[i];
        bool first = true;
        for (size_t k = 0; first && k < i; k++)
            first = strcmp(rows->at[k].tab, head->tab) != 0 || strcmp(rows->at[k].group, head->group) != 0;
        if (!first) continue;
        bool plain = strcmp(head->tab, "General") == 0;
        if (*head->group || !plain) {
            base_text_printf(out, "<tr class=\"group\"><td colspan=\"%d\">", values ? 4 : 3);
            if (!plain) doc_text(out, head->tab);
            if (!plain && *head->group) base_text_add(out, ": ");
            doc_text(out, head->group);
            base_text_add(out, "</td></tr>\n");
        }
        for (size_t k = i; k < rows->n; k++)
            if (strcmp(rows->at[k].tab, head->tab) == 0 && strcmp(rows->at[k].group, head->group) == 0)
                put_row(s, &rows->at[k], values, out);
    }
    base_text_add(out, "</table>\n");
}

static void literals(DocSite *s, const SynClass *syn, Text *out) {
    const Names *names = s->ctx->names;
    if (!syn || syn->form != SYN_ENUMERATION || !syn->nliterals) return;
    base_text_add(out, "<h2>Values</h2>\n<table class=\"list\"><tr><th>Name</th><th>Description</th></tr>\n");
    for (uint32_t i = 0; i < syn->nliterals; i++) {
        base_text_add(out, "<tr><td><b>");
        doc_text(out, base_str(names, syn->literals[i].name));
        base_text_add(out, "</b></td><td>");
        doc_text(out, base_str(names, syn->literals[i].comment));
        base_text_add(out, "</td></tr>\n");
    }
    base_text_add(out, "</table>\n");
}

static bool is_connector(const InstClass *c) {
    return c && (c->restriction == SYN_CONNECTOR || c->restriction == SYN_EXPANDABLE_CONNECTOR);
}

void doc_tables(DocSite *s, InstClass *c, Text *out) {
    Rows parameters = {0}, inputs = {0}, outputs = {0}, connectors = {0}, components = {0};
    bool function = c->restriction == SYN_FUNCTION || c->restriction == SYN_OPERATOR_FUNCTION;
    inst_prepare(c);
    for (uint32_t i = 0; i < c->nelements; i++) {
        InstElement *e = c->elements[i];
        if (e->kind != SYN_COMPONENT || e->is_protected || e->same || e->deselected || !e->syn) continue;
        InstComp *comp = inst_component(e->home, e);
        if (!comp) continue;
        Row r = row_of(s, e, comp);
        bool fixed = comp->variability <= INST_VAR_PARAMETER;
        if (function && comp->prefixes & SYN_INPUT) vec_push(&inputs, r);
        else if (function && comp->prefixes & SYN_OUTPUT) vec_push(&outputs, r);
        else if (fixed) vec_push(&parameters, r);
        else if (is_connector(comp->cls)) vec_push(&connectors, r);
        else if (!function) vec_push(&components, r);
    }
    put_table(s, c->restriction == SYN_PACKAGE ? "Constants" : "Parameters", &parameters, true, out);
    put_table(s, "Inputs", &inputs, true, out);
    put_table(s, "Outputs", &outputs, false, out);
    put_table(s, "Connectors", &connectors, false, out);
    put_table(s, c->restriction == SYN_RECORD || is_connector(c) ? "Contents" : "Components and variables", &components,
              false, out);
    literals(s, c->syn, out);
    vec_free(&parameters);
    vec_free(&inputs);
    vec_free(&outputs);
    vec_free(&connectors);
    vec_free(&components);
}
