/* conversion_rules.c - conversion rules of a library (MLS 3.6, 18.8.2.1): reading scripts, and what becomes of a name.
 *
 * A script is a list of calls with literal arguments.  It is read by the Modelica parser, as the body of a function.
 */
#include "library/library_impl.h"

#include <errno.h>
#include <stdlib.h>

/* ---- reading ----------------------------------------------------------------------------------------------------- */

/* Semicolons behind calls may be left out: here every call gets one. */
static void with_semicolons(const char *s, size_t n, Text *out) {
    int depth = 0;
    for (size_t i = 0; i < n; i++) {
        if (s[i] == '"') { /* a string, copied whole */
            size_t from = i++;
            while (i < n && s[i] != '"') i += s[i] == '\\' ? 2 : 1;
            base_text_addn(out, s + from, (i < n ? i + 1 : n) - from);
            continue;
        }
        if (s[i] == '/' && i + 1 < n && (s[i + 1] == '/' || s[i + 1] == '*')) {
            bool line = s[i + 1] == '/';
            for (i += 2; i < n && !(line ? s[i] == '\n' : s[i] == '*' && i + 1 < n && s[i + 1] == '/'); i++) {}
            i += !line;
            base_text_char(out, line ? '\n' : ' ');
            continue;
        }
        if (s[i] == ';' && depth == 0) continue;
        base_text_char(out, s[i]);
        depth += s[i] == '(' ? 1 : s[i] == ')' ? -1 : 0;
        if (s[i] == ')' && depth == 0) base_text_char(out, ';');
    }
}

/* The texts of an argument: a string, or an array of them. */
static bool texts_of(LibRules *r, const SynExpr *e, VecStr *out) {
    Names *names = r->ctx->names;
    if (!e) return true;
    if (e->kind == SYN_STRING) {
        vec_push(out, base_strdup(&r->ctx->arena, base_str(names, e->string)));
        return true;
    }
    if (e->kind == SYN_CALL) { /* fill("text", n) */
        bool fill = e->cref.n == 1 && strcmp(base_str(names, e->cref.parts[0].name), "fill") == 0 && e->nargs == 2 &&
                    !e->nnamed;
        if (!fill || e->args[1]->kind != SYN_INTEGER || e->args[1]->integer < 0 || e->args[1]->integer > 10000)
            return false;
        for (int64_t i = 0; i < e->args[1]->integer; i++)
            if (!texts_of(r, e->args[0], out)) return false;
        return true;
    }
    if (e->kind != SYN_ARRAY) return false;
    for (uint32_t i = 0; i < e->nargs; i++)
        if (!texts_of(r, e->args[i], out)) return false;
    return true;
}

static void bad_rule(LibRules *r, Span span, const char *why) {
    base_warning(r->ctx, "LIB0020", span, "this conversion rule is not understood: %s", why);
}

/* One element of a vectorised call: the i-th text, or the only one. */
static const char *element(const VecStr *v, size_t i) { return v->n == 0 ? "" : v->at[v->n == 1 ? 0 : i]; }

static Name name_of(LibRules *r, const char *s) { return base_name(r->ctx->names, s); }

static bool same(const char *a, const char *b) { return (!a && !b) || (a && b && strcmp(a, b) == 0); }

/* Two rules that want different things from one name (the order of rules means nothing). */
static void refuse_ambiguity(LibRules *r, const LibRule *rule) {
    if (rule->kind == LIB_MODIFIERS || rule->kind == LIB_MESSAGE) return;
    const char *class_name = base_str(r->ctx->names, rule->class_name);
    for (const LibRule *k = lib_rule(r, class_name, NULL, rule->kind); k; k = lib_rule(r, class_name, k, rule->kind)) {
        if (!same(k->from, rule->from) || !same(k->value, rule->value) || same(k->to, rule->to)) continue;
        Diag *d = base_error(r->ctx, "LIB0025", rule->span,
                             "two conversion rules say what becomes of '%s%s%s': '%s' and '%s' (MLS 18.8.2.1)",
                             class_name, rule->from ? "." : "", rule->from ? rule->from : "", k->to, rule->to);
        base_note(r->ctx, d, k->span, "the other rule");
        return;
    }
}

static void add_rule(LibRules *r, LibRule rule) {
    refuse_ambiguity(r, &rule);
    rule.next = 0;
    uint64_t first;
    if (base_map_get(&r->of_class, rule.class_name, &first)) rule.next = (uint32_t)first;
    vec_push(&r->rules, rule);
    base_map_put(&r->of_class, rule.class_name, r->rules.n); /* numbers from 1 */
}

static void simple_rules(LibRules *r, LibRuleKind kind, const SynExpr *call) {
    VecStr a[4] = {{0}};
    uint32_t most = kind == LIB_CLASS_IF ? 4 : kind == LIB_CLASS ? 2 : 3;
    size_t n = 1;
    bool ok = call->nargs >= 2 && call->nargs <= most;
    for (uint32_t i = 0; ok && i < call->nargs; i++) {
        ok = texts_of(r, call->args[i], &a[i]);
        if (a[i].n > n) n = a[i].n;
    }
    for (uint32_t i = 0; ok && i < call->nargs; i++) ok = a[i].n == n || a[i].n == 1;
    if (!ok) bad_rule(r, call->span, "its arguments should be texts, or arrays of the same size");
    for (size_t i = 0; ok && i < n; i++) {
        LibRule rule = {.kind = kind, .class_name = name_of(r, element(&a[0], i)), .span = call->span};
        if (kind == LIB_CLASS) rule.to = element(&a[1], i);
        else if (kind == LIB_MESSAGE)
            rule.to = element(&a[1], i), rule.from = call->nargs > 2 ? element(&a[2], i) : NULL;
        else if (kind == LIB_ELEMENT) rule.from = element(&a[1], i), rule.to = element(&a[2], i);
        else rule.from = element(&a[1], i), rule.value = element(&a[2], i), rule.to = element(&a[3], i);
        add_rule(r, rule);
    }
    for (int i = 0; i < 4; i++) vec_free(&a[i]);
}

/* simplify = true, as the fourth argument or by name */
static bool wants_simplify(const LibRules *r, const SynExpr *call) {
    const SynExpr *e = call->nargs > 3 ? call->args[3] : NULL;
    for (uint32_t i = 0; !e && i < call->nnamed; i++)
        if (strcmp(base_str(r->ctx->names, call->named[i].name), "simplify") == 0) e = call->named[i].value;
    return e && e->kind == SYN_BOOLEAN && e->boolean;
}

static void modifier_rules(LibRules *r, const SynExpr *call) {
    VecStr classes = {0}, from = {0}, to = {0};
    if (call->nargs >= 3 && texts_of(r, call->args[0], &classes) && texts_of(r, call->args[1], &from) &&
        texts_of(r, call->args[2], &to)) {
        LibRule rule = {.kind = LIB_MODIFIERS,
                        .span = call->span,
                        .nold = (uint32_t)from.n,
                        .nnew = (uint32_t)to.n,
                        .simplify = wants_simplify(r, call)};
        rule.old = from.n ? base_copy(&r->ctx->arena, from.at, from.n * sizeof *from.at) : NULL;
        rule.made = to.n ? base_copy(&r->ctx->arena, to.at, to.n * sizeof *to.at) : NULL;
        for (size_t i = 0; i < classes.n; i++) {
            rule.class_name = name_of(r, classes.at[i]);
            add_rule(r, rule);
        }
    } else {
        bad_rule(r, call->span, "it wants a class, its old modifiers and the new ones");
    }
    vec_free(&classes);
    vec_free(&from);
    vec_free(&to);
}

static void read_call(LibRules *r, const SynExpr *call) {
    static const struct {
        const char *name;
        LibRuleKind kind;
    } kinds[] = {{"convertClass", LIB_CLASS},
                 {"convertClassIf", LIB_CLASS_IF},
                 {"convertElement", LIB_ELEMENT},
                 {"convertMessage", LIB_MESSAGE}};
    const char *name =
        call->kind == SYN_CALL && call->cref.n == 1 ? base_str(r->ctx->names, call->cref.parts[0].name) : "";
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (strcmp(kinds[i].name, name) == 0) {
            simple_rules(r, kinds[i].kind, call);
            return;
        }
    if (strcmp(name, "convertModifiers") == 0) {
        modifier_rules(r, call);
    } else if (strcmp(name, "convertClear") == 0) {
        base_map_free(&r->of_class);
        vec_clear(&r->rules);
    } else {
        bad_rule(r, call->span, "there is no such conversion function");
    }
}

static bool read_text(LibRules *r, const char *path, const char *text, size_t n) {
    Text body = {0};
    base_text_add(&body, "function Script algorithm ");
    with_semicolons(text, n, &body);
    base_text_add(&body, "\nend Script;");
    SourceId id = base_source_string(r->ctx->sources, path, base_text_str(&body), body.n);
    SynFile *f = syn_parse(r->ctx, id);
    bool ok = !f->failed && f->last;
    for (const SynStatement *s = ok && f->last->algorithms ? f->last->algorithms->statements : NULL; s; s = s->next)
        if (s->kind == SYN_ST_CALL) read_call(r, s->lhs);
    syn_free(f);
    base_text_free(&body);
    return ok;
}

static bool read_script(LibRules *r, LibTree *tree, const LibClass *library, const char *address, Span span) {
    const char *path = lib_resource(tree, address);
    if (path && !strchr(address, ':') && path[0] != '/' && library->folder)
        path = lib_join(&r->ctx->arena, library->folder, path);
    SourceId id = path ? base_source_open(r->ctx->sources, path) : 0;
    if (!id) {
        base_error(r->ctx, "LIB0021", span, "the conversion script '%s' cannot be read: %s", address,
                   path ? strerror(errno) : "its library is not found");
        return false;
    }
    const Source *s = base_source(r->ctx->sources, id);
    return read_text(r, path, s->text, s->n);
}

/* ---- which rules lead from a version ----------------------------------------------------------------------------- */

static const SynMod *argument(const SynMod *list, Names *names, const char *name) {
    for (; list; list = list->next)
        if (list->name.n == 1 && strcmp(base_str(names, list->name.parts[0].name), name) == 0) return list;
    return NULL;
}

static bool names_version(const SynExpr *e, const Names *names, const char *version) {
    if (!e) return false;
    if (e->kind == SYN_STRING) return strcmp(base_str(names, e->string), version) == 0;
    for (uint32_t i = 0; e->kind == SYN_ARRAY && i < e->nargs; i++)
        if (names_version(e->args[i], names, version)) return true;
    return false;
}

/* from(version=..., script=...) of the annotation `conversion` that covers a version; NULL when there is none. */
static const SynMod *find_from(const LibTree *tree, const SynClass *library, const char *version) {
    Names *names = tree->ctx->names;
    const SynMod *conversion = syn_annotation(library->annotation, names, "conversion");
    Name from = base_name(names, "from");
    for (const SynMod *m = conversion && conversion->mod ? conversion->mod->args : NULL; m; m = m->next) {
        const SynMod *v =
            m->name.n == 1 && m->name.parts[0].name == from && m->mod ? argument(m->mod->args, names, "version") : NULL;
        if (v && v->mod && names_version(v->mod->value, names, version)) return m;
    }
    return NULL;
}

bool lib_can_convert(LibTree *tree, LibClass *library, const char *version) {
    return lib_syn(library) && find_from(tree, library->syn, version) != NULL;
}

const char *lib_read_rules(LibTree *tree, LibClass *library, const char *version, LibRules *r) {
    r->ctx = tree->ctx;
    Names *names = tree->ctx->names;
    const SynMod *from = lib_syn(library) ? find_from(tree, library->syn, version) : NULL;
    if (!from) return NULL;
    const SynMod *script = argument(from->mod->args, names, "script"),
                 *change = argument(from->mod->args, names, "change");
    const SynMod *to = argument(from->mod->args, names, "to");
    if (script && script->mod && script->mod->value && script->mod->value->kind == SYN_STRING) {
        if (!read_script(r, tree, library, base_str(names, script->mod->value->string), script->span)) return NULL;
    } else if (change && change->mod && change->mod->value && change->mod->value->kind == SYN_ARRAY) {
        for (uint32_t i = 0; i < change->mod->value->nargs; i++) read_call(r, change->mod->value->args[i]);
    }
    if (to && to->mod && to->mod->value && to->mod->value->kind == SYN_STRING)
        return base_str(names, to->mod->value->string);
    return lib_version(library);
}

void lib_free_rules(LibRules *r) {
    vec_free(&r->rules);
    base_map_free(&r->of_class);
}

/* ---- asking ------------------------------------------------------------------------------------------------------ */

const LibRule *lib_rule(const LibRules *r, const char *class_name, const LibRule *after, LibRuleKind kind) {
    uint64_t first = 0;
    Name name = base_name(r->ctx->names, class_name);
    uint32_t at = after ? after->next : base_map_get(&r->of_class, name, &first) ? (uint32_t)first : 0;
    for (; at; at = r->rules.at[at - 1].next)
        if (r->rules.at[at - 1].kind == kind) return &r->rules.at[at - 1];
    return NULL;
}

const char *lib_rename_element(const LibRules *r, const char *class_name, const char *element_path) {
    for (const LibRule *k = lib_rule(r, class_name, NULL, LIB_ELEMENT); k; k = lib_rule(r, class_name, k, LIB_ELEMENT))
        if (strcmp(k->from, element_path) == 0) return k->to;
    return NULL;
}

/* The longest beginning of a dotted name for which a rule exists is replaced, then elements behind it. */
bool lib_rename_class(const LibRules *r, const char *full, Text *out) {
    size_t n = strlen(full), cut = 0;
    char *prefix = base_strdup(&r->ctx->arena, full);
    bool changed = false;
    for (size_t i = n; i > 0 && !cut; i--) {
        if (i != n && full[i] != '.') continue;
        prefix[i] = 0;
        const LibRule *k = lib_rule(r, prefix, NULL, LIB_CLASS);
        if (!k) continue;
        base_text_add(out, k->to);
        cut = i;
        changed = true;
    }
    if (!cut) {
        cut = strcspn(full, ".");
        base_text_addn(out, full, cut);
    }
    while (full[cut] == '.') {
        memcpy(prefix, full, n + 1);
        prefix[cut] = 0;
        size_t word = strcspn(full + cut + 1, ".");
        const char *rest = base_strndup(&r->ctx->arena, full + cut + 1, word),
                   *renamed = lib_rename_element(r, prefix, rest);
        base_text_char(out, '.');
        base_text_add(out, renamed ? renamed : rest);
        changed = changed || renamed;
        cut += 1 + word;
    }
    return changed;
}
