/* name_meaning.c - what a name means, by the text of classes: no instance is made, no modifier applied,
 * nothing reported.
 *
 * The rules are those of MLS 3.6, 5.3: a simple name is looked for in the class, among what it inherits, in its
 * imports, then in the class around it; the parts behind a dot among the elements of what the part before means.  A
 * replaceable class means its default.  Where a base class cannot be found the answer "there is none" is not certain;
 * such classes are marked incomplete.
 *
 * What was found out about a class is kept until the next edit.
 */
#include "server/server_impl.h"

typedef struct {
    LibClass *cls;
    Map own;          /* Name -> number + 1 of a component or literal of its own */
    LibClass **bases; /* classes it inherits from, those that were found */
    uint32_t nbases;
    bool incomplete;            /* some base was not found, here or further up */
    uint8_t state;              /* 0 new, 1 bases are being looked for, 2 done */
    bool visiting;              /* guard against circles */
    bool importing;             /* the same, through imports */
    bool complete;              /* all bases are known, further up too */
    Name missed;                /* was looked for here in vain ... */
    uint64_t stamp;             /* ... during this lookup */
    VEC(SynElement *) elements; /* components by number */
    VEC(SynElement *) imports;
} Scope;

enum { MOST_BASES = 64, DEEPEST = 60 };

void srv_forget_lookups(Server *s) {
    uint64_t key, val;
    for (size_t at = 0; base_map_next(&s->scopes, &at, &key, &val);) {
        Scope *c = (Scope *)(uintptr_t)val;
        base_map_free(&c->own);
        vec_free(&c->elements);
        vec_free(&c->imports);
    }
    base_map_clear(&s->scopes);
    base_free_arena(&s->lookups);
    vec_clear(&s->typing); /* a fault may have left it so */
}

static Scope *scope_of(Server *s, LibClass *cls) {
    uint64_t known;
    if (base_map_get(&s->scopes, (uintptr_t)cls, &known)) return (Scope *)(uintptr_t)known;
    Scope *c = BASE_NEW(&s->lookups, Scope);
    c->cls = cls;
    base_map_put(&s->scopes, (uintptr_t)cls, (uintptr_t)c);
    SynClass *syn = lib_syn(cls);
    for (SynElement *e = syn ? syn->elements : NULL; e; e = e->next) {
        if (e->kind == SYN_IMPORT && e->type.n) vec_push(&c->imports, e);
        if (e->kind != SYN_COMPONENT || !e->name || base_map_get(&c->own, e->name, NULL)) continue;
        vec_push(&c->elements, e);
        base_map_put(&c->own, e->name, c->elements.n);
    }
    c->incomplete = !syn;
    return c;
}

/* ---- base classes ------------------------------------------------------------------------------------------------ */

static bool find_member(Server *s, LibClass *cls, Name name, SrvSymbol *out, int depth);
static bool find_simple(Server *s, LibClass *cls, Name name, SrvSymbol *out, int depth);
static LibClass *class_of(Server *s, LibClass *scope, const SynCref *name, int depth);

static void add_base(Scope *c, LibClass *base, LibClass **list) {
    if (!base || base == c->cls) {
        c->incomplete = true;
        return;
    }
    if (c->nbases < MOST_BASES) list[c->nbases++] = base;
}

static bool is_predefined(Server *s, const SynCref *name) {
    return name->n == 1 && srv_is_predefined(srv_name(s, name->parts[0].name));
}

/* `class extends f`: the class of this name that the class around inherits (MLS 3.6, 7.3.1). */
static LibClass *inherited_class(Server *s, LibClass *cls, int depth) {
    Scope *around = cls->parent ? scope_of(s, cls->parent) : NULL;
    SrvSymbol m;
    for (uint32_t i = 0; around && i < around->nbases; i++)
        if (find_member(s, around->bases[i], cls->name, &m, depth + 1) && m.kind == SRV_CLASS && m.cls != cls)
            return m.cls;
    return NULL;
}

static void find_bases(Server *s, Scope *c, int depth) {
    LibClass *list[MOST_BASES];
    SynClass *syn = c->cls->syn;
    if (c->state || !syn) return;
    c->state = 1;
    c->bases = list; /* what is known so far helps to find the rest */
    if (syn->form == SYN_SHORT || syn->form == SYN_DER) {
        if (!is_predefined(s, &syn->base)) {
            LibClass *from = c->cls->parent;
            add_base(c, class_of(s, from, &syn->base, depth + 1), list);
        }
    } else if (syn->form == SYN_CLASS_EXTENDS) {
        if (c->cls->parent) find_bases(s, scope_of(s, c->cls->parent), depth + 1);
        add_base(c, inherited_class(s, c->cls, depth), list);
    }
    for (SynElement *e = syn->elements; e; e = e->next)
        if (e->kind == SYN_EXTENDS && !is_predefined(s, &e->type))
            add_base(c, class_of(s, c->cls, &e->type, depth + 1), list);
    c->bases = base_copy(&s->lookups, list, (c->nbases + 1) * sizeof *list);
    c->state = 2;
}

uint32_t srv_bases(Server *s, LibClass *cls, LibClass *const **bases) {
    Scope *c = scope_of(s, cls);
    find_bases(s, c, 0);
    *bases = c->bases;
    return c->nbases;
}

/* ---- elements of a class ----------------------------------------------------------------------------------------- */

static bool own_member(Server *s, Scope *c, Name name, SrvSymbol *out) {
    uint64_t number;
    SynClass *syn = c->cls->syn;
    if (base_map_get(&c->own, name, &number)) {
        SynElement *e = c->elements.at[number - 1];
        *out = (SrvSymbol){.kind = SRV_COMPONENT, .name = name, .cls = c->cls, .element = e, .at = e->name_span};
        return true;
    }
    LibClass *child = lib_find(s->lib, c->cls, name);
    if (child && lib_syn(child)) {
        *out = (SrvSymbol){
            .kind = SRV_CLASS, .name = name, .cls = child, .element = child->element, .at = child->syn->name_span};
        return true;
    }
    for (uint32_t i = 0; syn && i < syn->nliterals; i++)
        if (syn->literals[i].name == name) {
            *out = (SrvSymbol){.kind = SRV_LITERAL, .name = name, .cls = c->cls, .at = syn->literals[i].span};
            out->literal = &syn->literals[i];
            return true;
        }
    return false;
}

static bool find_member(Server *s, LibClass *cls, Name name, SrvSymbol *out, int depth) {
    Scope *c = scope_of(s, cls);
    if (depth == 0) s->stamp++;
    uint64_t stamp = s->stamp;
    if (depth > DEEPEST || c->visiting || (c->missed == name && c->stamp == stamp)) return false;
    if (own_member(s, c, name, out)) return true;
    find_bases(s, c, depth);
    c->visiting = true;
    bool found = false;
    for (uint32_t i = 0; i < c->nbases && !found; i++) found = find_member(s, c->bases[i], name, out, depth + 1);
    c->visiting = false;
    if (!found) c->missed = name, c->stamp = stamp;
    return found;
}

bool srv_member(Server *s, LibClass *cls, Name name, SrvSymbol *out) {
    *out = (SrvSymbol){0};
    return cls && find_member(s, cls, name, out, 0);
}

bool srv_is_incomplete(Server *s, LibClass *cls) {
    Scope *c = scope_of(s, cls);
    find_bases(s, c, 0);
    if (c->incomplete) return true;
    if (c->visiting || c->complete) return false;
    c->visiting = true;
    bool bad = false;
    for (uint32_t i = 0; i < c->nbases && !bad; i++) bad = srv_is_incomplete(s, c->bases[i]);
    c->visiting = false;
    c->complete = !bad;
    return c->incomplete = bad;
}

/* ---- simple names ------------------------------------------------------------------------------------------------ */

static LibClass *global_class(Server *s, const SynCref *path, uint32_t n) {
    LibClass *cls = NULL;
    for (uint32_t i = 0; i < n; i++) {
        SrvSymbol m;
        if (!i) cls = lib_find(s->lib, NULL, path->parts[0].name);
        else cls = srv_member(s, cls, path->parts[i].name, &m) ? srv_class_of(s, &m) : NULL;
        if (!cls) return NULL;
    }
    return cls;
}

/* What an import path means, all of it: classes, or a constant at its end. */
static bool global_symbol(Server *s, const SynCref *path, SrvSymbol *out) {
    if (path->n == 1) {
        LibClass *cls = lib_find(s->lib, NULL, path->parts[0].name);
        if (!cls || !lib_syn(cls)) return false;
        *out = (SrvSymbol){
            .kind = SRV_CLASS, .name = cls->name, .cls = cls, .element = cls->element, .at = cls->syn->name_span};
        return true;
    }
    LibClass *around = global_class(s, path, path->n - 1);
    return around && srv_member(s, around, path->parts[path->n - 1].name, out);
}

/* A name that an import clause of the class makes known (MLS 3.6, 13.2.1). */
static bool find_import(Server *s, const Scope *c, LibClass *cls, Name name, SrvSymbol *out) {
    for (size_t k = 0; k < c->imports.n; k++) {
        SynElement *e = c->imports.at[k];
        if (e->import_all) continue;
        if (e->import_alias) {
            if (e->import_alias != name) continue;
            SrvSymbol target = {0};
            global_symbol(s, &e->type, &target);
            *out = (SrvSymbol){.kind = SRV_ALIAS, .name = name, .cls = cls, .element = e, .at = e->name_span};
            out->target = target.kind == SRV_CLASS ? target.cls : NULL;
            return true;
        }
        for (uint32_t i = 0; i < e->nimport_names; i++) {
            LibClass *around = e->import_names[i] == name ? global_class(s, &e->type, e->type.n) : NULL;
            if (around) return srv_member(s, around, name, out);
        }
        if (!e->nimport_names && e->type.parts[e->type.n - 1].name == name) return global_symbol(s, &e->type, out);
    }
    for (size_t k = 0; k < c->imports.n; k++) {
        SynElement *e = c->imports.at[k];
        LibClass *around = e->import_all ? global_class(s, &e->type, e->type.n) : NULL;
        if (around && srv_member(s, around, name, out)) return true;
    }
    return false;
}

static bool imported(Server *s, LibClass *cls, Name name, SrvSymbol *out) {
    Scope *c = scope_of(s, cls);
    if (c->importing || !c->imports.n) return false;
    c->importing = true;
    bool found = find_import(s, c, cls, name, out);
    c->importing = false;
    return found;
}

static bool find_simple(Server *s, LibClass *cls, Name name, SrvSymbol *out, int depth) {
    for (int up = 0; cls && up < DEEPEST; up++) {
        SynClass *syn = lib_syn(cls);
        if (find_member(s, cls, name, out, depth)) return true;
        if (imported(s, cls, name, out)) return true;
        if (syn && syn->prefixes & SYN_ENCAPSULATED) break;
        cls = cls->parent;
    }
    LibClass *top = lib_find(s->lib, NULL, name);
    if (!top || !lib_syn(top)) return false;
    *out = (SrvSymbol){.kind = SRV_CLASS, .name = name, .cls = top, .element = top->element, .at = top->syn->name_span};
    return true;
}

bool srv_lookup(Server *s, LibClass *scope, Name name, SrvSymbol *out) {
    *out = (SrvSymbol){0};
    if (find_simple(s, scope, name, out, 0)) return true;
    const char *word = srv_name(s, name);
    if (!srv_is_predefined(word) && !srv_is_builtin(word)) return false;
    *out = (SrvSymbol){.kind = SRV_BUILTIN, .name = name};
    return true;
}

/* ---- paths ------------------------------------------------------------------------------------------------------- */

static LibClass *class_of(Server *s, LibClass *scope, const SynCref *name, int depth) {
    SrvSymbol m = {0};
    if (depth > DEEPEST || !name->n) return NULL;
    if (name->global) return global_class(s, name, name->n);
    if (!find_simple(s, scope, name->parts[0].name, &m, depth + 1)) return NULL;
    for (uint32_t i = 1; i < name->n; i++) {
        LibClass *cls = srv_class_of(s, &m);
        if (!cls || !find_member(s, cls, name->parts[i].name, &m, depth + 1)) return NULL;
    }
    return m.kind == SRV_CLASS ? m.cls : m.kind == SRV_ALIAS ? m.target : NULL;
}

LibClass *srv_named_class(Server *s, LibClass *scope, const SynCref *name) { return class_of(s, scope, name, 0); }

/* The type of a component; one that leads back to itself (`a.b a;`) has none. */
static LibClass *component_class(Server *s, const SrvSymbol *m) {
    enum { MOST_AT_ONCE = 60 };
    for (size_t i = 0; i < s->typing.n; i++)
        if (s->typing.at[i] == m->element) return NULL;
    if (s->typing.n >= MOST_AT_ONCE) return NULL;
    vec_push(&s->typing, m->element);
    LibClass *cls = srv_named_class(s, m->cls, &m->element->type);
    s->typing.n--;
    return cls;
}

/* Its elements may stand behind a dot. */
LibClass *srv_class_of(Server *s, const SrvSymbol *m) {
    switch (m->kind) {
    case SRV_CLASS: return m->cls;
    case SRV_ALIAS: return m->target;
    case SRV_COMPONENT: return m->element ? component_class(s, m) : NULL;
    default: return NULL;
    }
}

bool srv_is_plain(Server *s, const SrvSymbol *m) {
    if (m->kind == SRV_BUILTIN || m->kind == SRV_LITERAL || m->kind == SRV_ITERATOR) return true;
    if (m->kind != SRV_COMPONENT || !m->element) return false;
    return is_predefined(s, &m->element->type);
}

bool srv_same(const SrvSymbol *a, const SrvSymbol *b) {
    if (a->kind != b->kind || a->name != b->name) return false;
    if (a->kind == SRV_CLASS) return a->cls == b->cls;
    return a->at.file == b->at.file && a->at.start == b->at.start;
}

/* The declaration that this one redeclares, or repeats, furthest up: equal for all that must have the same name. */
SrvSymbol srv_root(Server *s, SrvSymbol m) {
    LibClass *home = m.kind == SRV_COMPONENT ? m.cls : m.kind == SRV_CLASS ? m.cls->parent : NULL;
    for (int up = 0; home && up < DEEPEST; up++) {
        LibClass *const *bases;
        uint32_t n = srv_bases(s, home, &bases);
        SrvSymbol found = {0};
        bool higher = false;
        for (uint32_t i = 0; i < n && !higher; i++)
            higher = srv_member(s, bases[i], m.name, &found) && !srv_same(&found, &m);
        if (!higher) break;
        m = found;
        home = m.kind == SRV_COMPONENT ? m.cls : m.kind == SRV_CLASS ? m.cls->parent : NULL;
    }
    return m;
}

/* ---- predefined names -------------------------------------------------------------------------------------------- */

bool srv_is_predefined(const char *word) {
    static const char *const types[] = {"Real",  "Integer",     "Boolean",        "String",
                                        "Clock", "StateSelect", "AssertionLevel", "ExternalObject"};
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (strcmp(types[i], word) == 0) return true;
    return false;
}

bool srv_is_attribute(const char *word) {
    static const char *const names[] = {"start",       "fixed",   "min",      "max",         "unit",
                                        "displayUnit", "nominal", "quantity", "stateSelect", "unbounded"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(names[i], word) == 0) return true;
    return false;
}

/* Does the class come down to a predefined type, which has attributes and no elements? */
bool srv_is_of_type(Server *s, LibClass *cls) {
    for (int up = 0; cls && up < DEEPEST; up++) {
        const SynClass *syn = lib_syn(cls);
        LibClass *const *bases;
        if (!syn) return false;
        if (syn->form == SYN_ENUMERATION || (syn->form == SYN_SHORT && is_predefined(s, &syn->base))) return true;
        for (const SynElement *e = syn->elements; e; e = e->next)
            if (e->kind == SYN_EXTENDS && is_predefined(s, &e->type)) return true;
        cls = srv_bases(s, cls, &bases) ? bases[0] : NULL;
    }
    return false;
}

bool srv_is_builtin(const char *word) {
    const char *w;
    if (strcmp(word, "time") == 0) return true;
    for (uint32_t k = 0; (w = inst_builtin_word(k)); k++)
        if (strcmp(w, word) == 0) return true;
    return false;
}
