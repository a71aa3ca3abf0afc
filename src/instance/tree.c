/* tree.c - the state of one front-end run, and class instances as scopes.
 *
 * A class instance is made cheaply (inst_class_new, inst_class_copy) and filled when somebody asks for one of its
 * elements (extend.c).  What depends on the definition only lives in an InstDef, shared by all its instances.
 */
#include <string.h>

#include "instance/instance_impl.h"

/* ---- small tables ------------------------------------------------------------------------------------------------ */

static uint32_t slot_of(const InstTable *t, Name key) {
    uint32_t i = (key * 2654435769u) >> 7;
    for (i &= t->cap - 1; t->keys[i] && t->keys[i] != key; i = (i + 1) & (t->cap - 1)) {}
    return i;
}

bool inst_table_get(const InstTable *t, Name key, void **val) {
    if (!t->cap) return false;
    uint32_t i = slot_of(t, key);
    if (!t->keys[i]) return false;
    *val = t->vals[i];
    return true;
}

static void grow(Inst *in, InstTable *t, uint32_t cap) {
    InstTable old = *t;
    t->cap = cap;
    t->keys = BASE_ARRAY(&in->arena, Name, t->cap);
    t->vals = BASE_ARRAY(&in->arena, void *, t->cap);
    for (uint32_t i = 0; i < old.cap; i++) {
        if (!old.keys[i]) continue;
        uint32_t k = slot_of(t, old.keys[i]);
        t->keys[k] = old.keys[i];
        t->vals[k] = old.vals[i];
    }
}

static bool is_full(uint32_t n, uint32_t cap) { return ((uint64_t)n + 1) * 4 > (uint64_t)cap * 3; }

/* Room for n keys: what a table leaves behind when it grows is not used again. */
static void reserve(Inst *in, InstTable *t, uint32_t n) {
    uint32_t cap = 8;
    while (is_full(n, cap)) cap *= 2;
    if (cap > t->cap) grow(in, t, cap);
}

void inst_table_put(Inst *in, InstTable *t, Name key, void *val) {
    if (is_full(t->n, t->cap)) grow(in, t, t->cap ? t->cap * 2 : 8);
    uint32_t i = slot_of(t, key);
    if (!t->keys[i]) t->n++;
    t->keys[i] = key;
    t->vals[i] = val;
}

/* ---- definitions ------------------------------------------------------------------------------------------------- */

static bool is_redeclaration(const SynElement *e) { return e->kind >= SYN_CLASS_DEF && (e->prefixes & SYN_REDECLARE); }

static Name element_name(const SynElement *e) { return e->kind == SYN_CLASS_DEF ? e->cls->name : e->name; }

/* A function that means the same in all instances.  (The modifiers of a short definition are seen from its instance and
 * may name parameters there: function f = g(k = k).) */
static bool is_function(const SynElement *e) {
    return e->kind == SYN_CLASS_DEF && !(e->prefixes & (SYN_INNER | SYN_OUTER)) && e->cls->form != SYN_SHORT &&
           e->cls->form != SYN_CLASS_EXTENDS &&
           (e->cls->restriction == SYN_FUNCTION || e->cls->restriction == SYN_OPERATOR_FUNCTION ||
            e->cls->restriction == SYN_OPERATOR);
}

static void def_add_own(Inst *in, InstDef *d, SynElement *e) {
    Name name = element_name(e);
    void *old;
    if (inst_table_get(&d->index, name, &old)) {
        const SynElement *first = d->own[(uintptr_t)old - 1];
        Span at = e->kind == SYN_CLASS_DEF ? e->cls->name_span : e->name_span;
        Diag *diag = base_error(in->ctx, "INST0101", at, "'%s' is declared twice in the same class (MLS 5.6.1)",
                                inst_name(in, name));
        base_note(in->ctx, diag, first->kind == SYN_CLASS_DEF ? first->cls->name_span : first->name_span,
                  "it is first declared here");
        return;
    }
    d->own[d->nown++] = e;
    inst_table_put(in, &d->index, name, (void *)(uintptr_t)d->nown);
}

/* The shared part of a definition: sorts its elements by kind, once. */
InstDef *inst_def(Inst *in, SynClass *syn) {
    InstTree *t = inst_tree(in);
    uint64_t found;
    if (base_map_get(&t->defs, (uintptr_t)syn, &found)) return (InstDef *)(uintptr_t)found;
    InstDef *d = BASE_NEW(&in->arena, InstDef);
    d->syn = syn;
    uint32_t count[4] = {0}, redeclared = 0;
    for (SynElement *e = syn->elements; e; e = e->next) {
        if (is_redeclaration(e)) redeclared++;
        else count[e->kind]++;
    }
    d->own = BASE_ARRAY(&in->arena, SynElement *, count[SYN_CLASS_DEF] + count[SYN_COMPONENT] + 1);
    d->redeclared = BASE_ARRAY(&in->arena, SynElement *, redeclared + 1);
    d->extends = BASE_ARRAY(&in->arena, SynElement *, count[SYN_EXTENDS] + 1);
    d->imports = BASE_ARRAY(&in->arena, InstImport, count[SYN_IMPORT] + 1);
    if (count[SYN_CLASS_DEF] + count[SYN_COMPONENT])
        reserve(in, &d->index, count[SYN_CLASS_DEF] + count[SYN_COMPONENT]);
    for (SynElement *e = syn->elements; e; e = e->next) {
        if (e->kind == SYN_IMPORT) d->imports[d->nimports++].syn = e;
        else if (e->kind == SYN_EXTENDS) d->extends[d->nextends++] = e;
        else if (is_redeclaration(e)) d->redeclared[d->nredeclared++] = e;
        else def_add_own(in, d, e);
        uint8_t kind = e->kind == SYN_CLASS_DEF ? e->cls->restriction : SYN_CLASS;
        d->operators |= kind == SYN_OPERATOR || kind == SYN_OPERATOR_FUNCTION;
    }
    d->place = BASE_ARRAY(&in->arena, uint32_t, d->nown + 1);
    for (uint32_t i = 0; i < d->nown; i++) d->place[i] = is_function(d->own[i]) ? UINT32_MAX : d->nplaces++;
    base_map_put(&t->defs, (uintptr_t)syn, (uintptr_t)d);
    return d;
}

/* ---- class instances --------------------------------------------------------------------------------------------- */

InstClass *inst_class_new(Inst *in, SynClass *syn, LibClass *lib, Name name, InstClass *scope) {
    InstClass *c = BASE_NEW(&in->arena, InstClass);
    c->inst = in;
    c->syn = syn;
    c->lib = lib;
    c->name = name;
    c->scope = scope;
    c->number = ++in->nclasses;
    c->type.base = INST_RECORD;
    c->type.cls = c;
    if (syn) {
        c->def = inst_def(in, syn);
        c->restriction = syn->restriction;
        c->prefixes = syn->prefixes;
        /* a record with operators is meant as an operator record (INST0925) */
        if (c->restriction == SYN_RECORD && ((InstDef *)c->def)->operators && !in->ctx->strict)
            c->restriction = SYN_OPERATOR_RECORD;
    }
    return c;
}

/* Functions see constants of the classes around them only (5.3.1): modifiers of variables and parameters change
 * none. */
static bool shares_functions(InstClass *type, const InstMod *mod) {
    InstDef *d = type->def;
    if (!d || d->nplaces == d->nown || d->nextends || d->nredeclared || d->syn->form == SYN_CLASS_EXTENDS ||
        (mod && mod->redeclare))
        return false;
    inst_prepare(type);
    if (type->state != INST_READY || !type->own || type->functions || inst_is_captured(d)) return false;
    for (const InstMod *m = mod ? mod->children : NULL; m; m = m->next) {
        void *at;
        if (!inst_table_get(&d->index, m->name, &at)) return false;
        const SynElement *e = d->own[(uintptr_t)at - 1];
        if (e->kind != SYN_COMPONENT || (e->prefixes & SYN_CONSTANT)) return false;
    }
    return true;
}

InstClass *inst_class_copy(InstClass *t, InstMod *mod) {
    InstClass *c = inst_class_new(t->inst, t->syn, t->lib, t->name, t->scope);
    c->restriction = t->restriction;
    c->prefixes = t->prefixes;
    c->element = t->element;
    c->builtin = t->syn ? 0 : t->builtin;
    if (!t->syn) c->type = t->type;
    c->mod = inst_mod_merge(c, mod, t->mod);
    if (shares_functions(t, mod)) c->functions = t;
    return c;
}

InstElement *inst_own(const InstClass *c, uint32_t position) {
    const InstDef *d = c->def;
    if (!c->functions) return &c->own[position];
    return d->place[position] == UINT32_MAX ? &c->functions->own[position] : &c->own[d->place[position]];
}

InstClass *inst_derived(InstClass *c) {
    while (c && c->heir) c = c->heir;
    return c;
}

InstClass *inst_enclosing(InstClass *c) {
    c = inst_derived(c);
    return c && c->owner ? inst_derived(c->owner->parent) : NULL;
}

/* ---- class elements ---------------------------------------------------------------------------------------------- */

/* Does a short definition only give another name to a class?  Then no instance of its own is needed: functions and
 * packages reached through `package Medium = X` are shared by everybody who names X. */
static bool is_plain_alias(Inst *in, const InstElement *e) {
    const SynClass *s = e->syn->cls;
    if (s->form != SYN_SHORT || s->ndims || s->base_prefixes ||
        (s->prefixes & (SYN_ENCAPSULATED | SYN_PARTIAL_CLASS)) || (e->prefixes & SYN_FINAL) ||
        s->restriction == SYN_TYPE || s->restriction == SYN_CONNECTOR)
        return false;
    static const char *const meaning[] = {"obsolete", "missingInnerMessage", "derivative", "inverse", "smoothOrder"};
    for (size_t i = 0; s->annotation && i < sizeof meaning / sizeof *meaning; i++)
        if (syn_annotation(s->annotation, in->ctx->names, meaning[i])) return false;
    static const char *const drawn[] = {"Icon", "Diagram", "IconMap", "DiagramMap"};
    for (size_t i = 0; in->pictures && s->annotation && i < sizeof drawn / sizeof *drawn; i++)
        if (syn_annotation(s->annotation, in->ctx->names, drawn[i])) return false;
    return true;
}

/* An instance of the definition itself. */
static InstClass *own_instance(InstElement *e, InstMod *mod) {
    Inst *in = e->home->inst;
    SynClass *s = e->syn->cls;
    InstClass *c = inst_class_new(in, s, e->lib ? e->lib : lib_of(in->lib, s), s->name, e->scope);
    c->prefixes |= e->prefixes & (SYN_ENCAPSULATED | SYN_FINAL | SYN_REPLACEABLE | SYN_PARTIAL_CLASS);
    c->element = e;
    c->mod = mod;
    return c;
}

static InstClass *make_element_class(InstElement *e) {
    Inst *in = e->home->inst;
    if (!e->syn) {
        if (!e->lib || !lib_syn(e->lib)) return NULL;
        e->syn = e->lib->element;
        e->prefixes = e->syn->prefixes;
    }
    if ((e->prefixes & SYN_OUTER) && e->home->owner) {
        InstElement *inner = inst_find_inner(e->home, e->name, SYN_CLASS_DEF);
        if (inner) return inst_element_class(inner->home, inner);
    }
    InstMod *mod = inst_mod_in_force(e, NULL);
    SynClass *s = e->syn->cls;
    if (!mod && is_plain_alias(in, e)) {
        InstClass *t = inst_lookup_class(e->scope, &s->base, s->span);
        if (!t) return NULL;
        if (t->restriction == s->restriction) return t;
    }
    return own_instance(e, mod);
}

InstClass *inst_element_class(InstClass *c, InstElement *e) {
    (void)c;
    e = inst_kept(e);
    if (e->cls || e->kind != SYN_CLASS_DEF) return e->cls;
    if (e->busy) {
        if (e->busy == 1)
            inst_error(e->home, "INST0104", e->syn ? e->syn->span : (Span){0}, "class '%s' is defined by itself",
                       inst_name(e->home->inst, e->name));
        e->busy = 2;
        return NULL;
    }
    e->busy = 1;
    InstClass *cls = make_element_class(e);
    if (e->busy == 1) e->busy = cls ? 0 : 2; /* 2: failed, said once */
    e->cls = cls;
    if (cls && (e->original || (e->syn && e->syn->constraint.n))) inst_restrict_redeclaration(e, cls);
    return cls;
}

/* ---- the run ----------------------------------------------------------------------------------------------------- */

static const char predefined_text[] = "type StateSelect = enumeration(never, avoid, default, prefer, always);\n"
                                      "type AssertionLevel = enumeration(warning, error);\n";

static InstClass *add_predefined(Inst *in, const char *name, InstBase base, SynClass *syn) {
    Name n = base_name(in->ctx->names, name);
    InstClass *c = inst_class_new(in, syn, NULL, n, NULL);
    c->restriction = SYN_TYPE;
    c->state = INST_READY;
    c->builtin = (uint8_t)(base + 1);
    c->type = (InstType){.base = (uint8_t)base, .cls = base == INST_ENUM ? c : NULL};
    c->dims_known = true;
    InstElement *e = BASE_NEW(&in->arena, InstElement);
    *e = (InstElement){.name = n, .kind = SYN_CLASS_DEF, .home = in->root, .scope = in->root, .cls = c};
    inst_table_put(in, &inst_tree(in)->predefined_names, n, e);
    c->element = e;
    return c;
}

static const char *const attr_names[INST_ATTR_COUNT] = {"start", "fixed",       "min",      "max",         "nominal",
                                                        "unit",  "displayUnit", "quantity", "stateSelect", "unbounded"};

Inst *inst_new(Context *ctx, LibTree *lib) {
    Inst *in = base_realloc(NULL, sizeof *in);
    memset(in, 0, sizeof *in);
    in->ctx = ctx;
    in->lib = lib;
    in->nodes = &in->arena;
    in->arena.dense = true;
    InstTree *t = BASE_NEW(&in->arena, InstTree);
    in->priv = t;
    for (int a = 0; a < INST_ATTR_COUNT; a++) {
        t->attr[a] = base_name(ctx->names, attr_names[a]);
        t->no_attrs[a] = &t->no_attr;
    }
    t->evaluate = base_name(ctx->names, "Evaluate");
    t->hide_result = base_name(ctx->names, "HideResult");
    t->value = base_name(ctx->names, "value");
    in->root = inst_class_new(in, NULL, NULL, 0, NULL);
    in->root->restriction = SYN_PACKAGE;
    in->root->state = INST_READY;
    in->real = add_predefined(in, "Real", INST_REAL, NULL);
    in->integer = add_predefined(in, "Integer", INST_INTEGER, NULL);
    in->boolean = add_predefined(in, "Boolean", INST_BOOLEAN, NULL);
    in->string = add_predefined(in, "String", INST_STRING, NULL);
    in->clock = add_predefined(in, "Clock", INST_CLOCK, NULL);
    t->object = add_predefined(in, "ExternalObject", INST_OBJECT, NULL);
    t->object->restriction = SYN_CLASS;
    SourceId source = base_source_string(ctx->sources, "(predefined)", predefined_text, sizeof predefined_text - 1);
    t->predefined = syn_parse(ctx, source);
    for (SynElement *e = t->predefined->classes; e; e = e->next) {
        const char *name = inst_name(in, e->cls->name);
        InstClass *c = add_predefined(in, name, INST_ENUM, e->cls);
        if (!strcmp(name, "StateSelect")) in->state_select = c;
    }
    return in;
}

void inst_free(Inst *in) {
    if (!in) return;
    InstTree *t = inst_tree(in);
    inst_elab_free(in);
    if (t->predefined) syn_free(t->predefined);
    base_map_free(&t->defs);
    base_map_free(&t->outers);
    base_map_free(&t->subtypes);
    base_free_arena(&in->arena);
    base_realloc(in, 0);
}

/* ---- names for people -------------------------------------------------------------------------------------------- */

const char *inst_name(const Inst *in, Name n) { return base_str(in->ctx->names, n); }

void inst_path(const InstComp *c, Text *out) {
    if (!c) return;
    const InstComp *owner = c->parent ? c->parent->owner : NULL;
    if (owner) {
        inst_path(owner, out);
        base_text_char(out, '.');
    }
    base_text_add(out, inst_name(c->inst, c->name));
    if (!c->array) return;
    uint32_t n = c->array->type.ndims;
    for (uint32_t i = 0; i < n; i++)
        base_text_printf(out, "%s%lld%s", i ? "," : "[", (long long)c->index[i], i + 1 == n ? "]" : "");
}

void inst_class_path(const InstClass *c, Text *out) {
    if (!c || c == c->inst->root) return;
    if (c->scope && c->scope != c->inst->root) {
        inst_class_path(c->scope, out);
        base_text_char(out, '.');
    }
    base_text_add(out, inst_name(c->inst, c->name));
}

const char *inst_class_text(const InstClass *c) {
    Text t = {0};
    inst_class_path(c, &t);
    const char *s = base_strdup(&c->inst->arena, base_text_str(&t));
    base_text_free(&t);
    return s;
}

const char *inst_restriction_text(const InstClass *c) {
    if (c->builtin && !c->syn) return "predefined type";
    return syn_restriction_name(c->restriction);
}

static Diag *add_path(const InstClass *at, Diag *d) {
    if (!d || !at->owner) return d;
    Text t = {0};
    inst_path(at->owner, &t);
    base_instance(at->inst->ctx, d, base_text_str(&t));
    base_text_free(&t);
    return d;
}

Diag *inst_error(const InstClass *at, const char *code, Span span, const char *fmt, ...) {
    va_list args;
    va_start(args, fmt);
    Diag *d = base_report(at->inst->ctx, SEV_ERROR, code, span, fmt, args);
    va_end(args);
    return add_path(at, d);
}

Diag *inst_tolerate(const InstClass *at, const char *code, Span span, const char *fmt, ...) {
    va_list args;
    const Source *source = span.file ? base_source(at->inst->ctx->sources, span.file) : NULL;
    if (source && source->path[0] == '(' && !inst_strict(at))
        return NULL; /* a value of the command line is no library */
    va_start(args, fmt);
    Diag *d = base_tolerated(at->inst->ctx, code, at->syn, span, fmt, args);
    va_end(args);
    return add_path(at, d);
}

Diag *inst_warning(const InstClass *at, const char *code, Span span, const char *fmt, ...) {
    va_list args;
    va_start(args, fmt);
    Diag *d = base_report(at->inst->ctx, SEV_WARNING, code, span, fmt, args);
    va_end(args);
    return add_path(at, d);
}

/* ---- entry ------------------------------------------------------------------------------------------------------- */

static InstClass *class_of_lib(Inst *in, LibClass *lib) {
    InstClass *parent = lib->parent ? class_of_lib(in, lib->parent) : in->root;
    if (!parent) return NULL;
    InstElement *e = inst_find_own(parent, lib->name);
    return e && e->kind == SYN_CLASS_DEF ? inst_element_class(parent, e) : NULL;
}

InstClass *inst_class_by_name(Inst *in, const char *name, Span at) {
    InstClass *c = in->root;
    const char *rest = name;
    if (*rest == '.') rest++;
    while (c && *rest) {
        size_t n = strcspn(rest, ".");
        if (*rest == '\'') { /* quoted identifiers may hold dots */
            n = 1;
            while (rest[n] && rest[n] != '\'') n += rest[n] == '\\' && rest[n + 1] ? 2 : 1;
            n += rest[n] == '\'';
        }
        Name part = base_intern(in->ctx->names, rest, n);
        InstElement *e = inst_find(c, part);
        if (!e || e->kind != SYN_CLASS_DEF) {
            Diag *d = c == in->root ? base_error(in->ctx, "INST0112", at, "there is no class '%s'", inst_name(in, part))
                                    : base_error(in->ctx, "INST0112", at, "there is no class '%s' in '%s'",
                                                 inst_name(in, part), inst_class_text(c));
            inst_hint_name(c, d, part, INST_HINT_CLASSES);
            return NULL;
        }
        c = inst_element_class(c, e);
        rest += n;
        if (*rest == '.') rest++;
    }
    return c == in->root ? NULL : c;
}

/* Instantiates everything below a class instance. */
static void instantiate_all(InstClass *c, int depth) {
    Inst *in = c->inst;
    if (depth > in->ctx->max_depth / 4) {
        inst_error(c, "INST0405", c->syn ? c->syn->name_span : (Span){0}, "components are nested too deeply");
        return;
    }
    inst_components(c);
    for (uint32_t i = 0; i < c->nelements; i++) {
        if (c->elements[i]->original && c->elements[i]->kind == SYN_CLASS_DEF) inst_element_class(c, c->elements[i]);
        InstComp *comp = c->elements[i]->comp;
        if (!comp || !comp->present || !comp->cls || comp->type.base != INST_RECORD || comp->inner) continue;
        if (comp->group && comp->member) continue; /* the first stands for all */
        if (comp->elements) {
            uint64_t n = inst_dims_count(comp->type.dims, comp->type.ndims);
            for (uint64_t k = 0; k < n; k++) instantiate_all(comp->elements[k]->cls, depth + 1);
        } else {
            instantiate_all(comp->cls, depth + 1);
        }
        inst_restrict_connector(comp);
    }
}

InstClass *inst_model(Inst *in, LibClass *cls, InstMod *mods) {
    size_t errors = base_error_count(in->ctx);
    if (!lib_syn(cls)) return NULL;
    InstClass *t = class_of_lib(in, cls);
    if (!t) return NULL;
    if (t->lib != cls && t->syn != cls->syn) { /* another name of a class, with annotations of its own */
        InstElement *e = inst_find_own(cls->parent ? class_of_lib(in, cls->parent) : in->root, cls->name);
        if (e && e->syn) t = own_instance(e, inst_mod_in_force(e, NULL));
    }
    InstClass *c = inst_class_copy(t, mods);
    inst_tree(in)->top = c;
    inst_prepare(c);
    if (!in->checking && inst_is_partial(c)) {
        inst_error(c, "INST0105", c->syn->name_span, "'%s' is partial and cannot be simulated (MLS 4.7)",
                   inst_class_text(c));
        return NULL;
    }
    instantiate_all(c, 0);
    /* what is wrong in values and equations is said in the same run */
    if (base_error_count(in->ctx) > errors && !in->ngroups) {
        inst_expand(c);
        inst_check_class(c);
    }
    return c;
}

/* ---- obsolete classes (18.5) ------------------------------------------------------------------------------------- */

static const SynExpr *obsolete(const InstClass *c) {
    const SynMod *m =
        c->syn && c->syn->annotation ? syn_annotation(c->syn->annotation, c->inst->ctx->names, "obsolete") : NULL;
    return m && m->mod ? m->mod->value : NULL;
}

void inst_warn_obsolete(const InstClass *user, const InstClass *used, Span at) {
    const SynExpr *why = used->syn == user->syn ? NULL : obsolete(used);
    if (!why || obsolete(user)) return;
    const char *text = why->kind == SYN_STRING ? inst_name(used->inst, why->string) : "";
    inst_warning(user, "INST0120", at, "class '%s' is obsolete: %s", inst_class_text(used), text);
}
