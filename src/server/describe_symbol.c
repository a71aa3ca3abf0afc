/* describe_symbol.c - a symbol in words: what hover shows, what completion documents. */
#include "server/server_impl.h"

#include <ctype.h>

enum { LONGEST_DECLARATION = 400, LONGEST_INFO = 600, DEEPEST = 20 };

/* ---- units ------------------------------------------------------------------------------------------------------- */

static const char *attribute_of(Server *s, const SynModification *mod, const char *name) {
    for (const SynMod *m = mod && !mod->as_text ? mod->args : NULL; m; m = m->next) {
        if (m->is_break || m->name.n != 1 || !m->mod || strcmp(srv_name(s, m->name.parts[0].name), name) != 0) continue;
        const SynExpr *e = m->mod->value;
        return e && e->kind == SYN_STRING ? srv_name(s, e->string) : NULL;
    }
    return NULL;
}

const char *srv_unit(Server *s, const SrvSymbol *m) {
    const SynElement *e = m->kind == SRV_COMPONENT ? m->element : NULL;
    const char *unit = e ? attribute_of(s, e->mod, "unit") : NULL;
    LibClass *cls = e && !unit ? srv_class_of(s, m) : NULL;
    for (int up = 0; cls && !unit && up < DEEPEST; up++) {
        LibClass *const *bases;
        if (cls->syn && cls->syn->form == SYN_SHORT) unit = attribute_of(s, cls->syn->mod, "unit");
        cls = srv_bases(s, cls, &bases) ? bases[0] : NULL;
    }
    return unit && *unit ? unit : NULL;
}

/* ---- documentation ----------------------------------------------------------------------------------------------- */

/* The first paragraph of HTML as plain words. */
static void put_plain(const char *html, Text *out) {
    size_t from = out->n;
    bool tag = false, blank = true;
    for (const char *p = html; *p && out->n - from < LONGEST_INFO; p++) {
        if (*p == '<') {
            if (out->n > from + 1 && (strncmp(p, "</p>", 4) == 0 || strncmp(p, "<p>", 3) == 0)) break;
            tag = true;
        } else if (*p == '>' && tag) {
            tag = false;
        } else if (!tag && isspace((unsigned char)*p)) {
            if (!blank) base_text_char(out, ' ');
            blank = true;
        } else if (!tag) {
            if (strchr("*_`#[]<>\\", *p)) base_text_char(out, '\\');
            base_text_char(out, *p);
            blank = false;
        }
    }
}

static const char *info_of(Server *s, LibClass *cls) {
    SynClass *syn = lib_syn(cls);
    const SynMod *m = syn ? syn_annotation(syn->annotation, s->ctx->names, "Documentation") : NULL;
    if (!m || !m->mod) return NULL;
    if (m->mod->as_text) syn_expand(syn->file, m->mod);
    for (const SynMod *x = m->mod->args; x; x = x->next)
        if (x->name.n == 1 && strcmp(srv_name(s, x->name.parts[0].name), "info") == 0 && x->mod && x->mod->value &&
            x->mod->value->kind == SYN_STRING)
            return srv_name(s, x->mod->value->string);
    return NULL;
}

/* ---- declarations ------------------------------------------------------------------------------------------------ */

/* A piece of the source on one line. */
static void put_source(Server *s, Span span, Text *out) {
    const Source *src = base_source(s->ctx->sources, span.file);
    size_t from = out->n;
    bool blank = false;
    for (uint32_t i = span.start; i < span.end && i < src->n; i++) {
        if (out->n - from > LONGEST_DECLARATION) {
            base_text_add(out, " ...");
            return;
        }
        if (!isspace((unsigned char)src->text[i])) {
            if (blank) base_text_char(out, ' ');
            base_text_char(out, src->text[i]);
        }
        blank = isspace((unsigned char)src->text[i]) && out->n > from;
    }
}

static void put_prefixes(uint32_t prefixes, Text *out) {
    static const struct {
        uint32_t flag;
        const char *word;
    } words[] = {{SYN_PROTECTED, "protected "},
                 {SYN_FINAL, "final "},
                 {SYN_INNER, "inner "},
                 {SYN_OUTER, "outer "},
                 {SYN_REPLACEABLE, "replaceable "},
                 {SYN_FLOW, "flow "},
                 {SYN_STREAM, "stream "},
                 {SYN_DISCRETE, "discrete "},
                 {SYN_PARAMETER, "parameter "},
                 {SYN_CONSTANT, "constant "},
                 {SYN_INPUT, "input "},
                 {SYN_OUTPUT, "output "}};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (prefixes & words[i].flag) base_text_add(out, words[i].word);
}

void srv_put_component(Server *s, const SynElement *e, Text *out) {
    put_prefixes(e->prefixes, out);
    syn_print_cref(s->ctx->names, &e->type, out);
    for (uint32_t i = 0; i < e->ntype_dims; i++) {
        base_text_add(out, i ? ", " : "[");
        syn_print_expr(s->ctx->names, e->type_dims[i], out);
        if (i + 1 == e->ntype_dims) base_text_char(out, ']');
    }
    base_text_printf(out, " %s", srv_name(s, e->name));
    for (uint32_t i = 0; i < e->ndims; i++) {
        base_text_add(out, i ? ", " : "[");
        syn_print_expr(s->ctx->names, e->dims[i], out);
        if (i + 1 == e->ndims) base_text_char(out, ']');
    }
    if (e->mod) {
        const char *text = base_source(s->ctx->sources, e->mod->span.file)->text;
        if (text[e->mod->span.start] != '(') base_text_char(out, ' ');
        put_source(s, e->mod->span, out);
    }
}

static void put_comment(Server *s, Name comment, Text *out) {
    if (!comment) return;
    base_text_add(out, "\n\n");
    for (const char *p = srv_name(s, comment); *p; p++) {
        if (strchr("*_`#[]<>\\", *p)) base_text_char(out, '\\');
        base_text_char(out, *p);
    }
}

static void describe_class(Server *s, LibClass *cls, Text *out) {
    SynClass *syn = lib_syn(cls);
    if (!syn) return;
    base_text_add(out, "```modelica\n");
    if (syn->prefixes & SYN_PARTIAL_CLASS) base_text_add(out, "partial ");
    base_text_printf(out, "%s ", syn_restriction_name(syn->restriction));
    lib_full_name(cls, out);
    if (syn->form == SYN_SHORT) {
        base_text_add(out, " = ");
        syn_print_cref(s->ctx->names, &syn->base, out);
        if (syn->mod) put_source(s, syn->mod->span, out);
    } else if (syn->form == SYN_ENUMERATION) {
        base_text_add(out, " = enumeration(");
        for (uint32_t i = 0; i < syn->nliterals && i < 12; i++)
            base_text_printf(out, "%s%s", i ? ", " : "", srv_name(s, syn->literals[i].name));
        base_text_add(out, syn->nliterals > 12 ? ", ...)" : ")");
    } else if (syn->restriction == SYN_FUNCTION || syn->restriction == SYN_OPERATOR_FUNCTION) {
        base_text_char(out, '\n');
        for (const SynElement *e = syn->elements; e; e = e->next) {
            if (e->kind != SYN_COMPONENT || !(e->prefixes & (SYN_INPUT | SYN_OUTPUT))) continue;
            base_text_add(out, "  ");
            srv_put_component(s, e, out);
            base_text_add(out, ";\n");
        }
    }
    base_text_add(out, "\n```");
    put_comment(s, syn->comment, out);
    const char *info = info_of(s, cls);
    if (info) {
        base_text_add(out, "\n\n");
        put_plain(info, out);
    }
}

static void describe_component(Server *s, const SrvSymbol *m, Text *out) {
    base_text_add(out, "```modelica\n");
    srv_put_component(s, m->element, out);
    base_text_add(out, "\n```");
    put_comment(s, m->element->comment, out);
    const char *unit = srv_unit(s, m);
    if (unit) base_text_printf(out, "\n\nunit: `%s`", unit);
    base_text_add(out, "\n\nof ");
    lib_full_name(m->cls, out);
    LibClass *type = srv_class_of(s, m);
    if (type && type->syn && type->syn->comment) {
        base_text_add(out, "  \ntype: ");
        lib_full_name(type, out);
        base_text_add(out, ": ");
        base_text_add(out, srv_name(s, type->syn->comment));
    }
}

void srv_describe(Server *s, const SrvSymbol *m, Text *out) {
    switch (m->kind) {
    case SRV_CLASS: describe_class(s, m->cls, out); return;
    case SRV_ALIAS:
        base_text_printf(out, "`%s`: name of an import\n\n", srv_name(s, m->name));
        if (m->target) describe_class(s, m->target, out);
        return;
    case SRV_COMPONENT: describe_component(s, m, out); return;
    case SRV_LITERAL:
        base_text_add(out, "```modelica\n");
        lib_full_name(m->cls, out);
        base_text_printf(out, ".%s\n```", srv_name(s, m->name));
        put_comment(s, m->literal->comment, out);
        return;
    case SRV_ITERATOR: base_text_printf(out, "`%s`: iterator of a for loop", srv_name(s, m->name)); return;
    case SRV_BUILTIN: base_text_printf(out, "`%s`: part of the language", srv_name(s, m->name)); return;
    default: return;
    }
}

void srv_hover(Server *s, const BaseJson *params, Text *out) {
    uint32_t offset;
    SrvUse use;
    Text words = {0};
    SrvDocument *d = srv_asked(s, params, &offset);
    if (!d || !srv_use_at(s, d, offset, &use)) return;
    srv_describe(s, &use.symbol, &words);
    if (words.n) {
        base_text_add(out, "{\"contents\":{\"kind\":\"markdown\",\"value\":");
        base_text_json(out, words.at, words.n);
        base_text_add(out, "},\"range\":");
        srv_put_range(s, use.span, out);
        base_text_char(out, '}');
    }
    base_text_free(&words);
    base_diag_clear(s->ctx);
}
