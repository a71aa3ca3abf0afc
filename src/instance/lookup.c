/* lookup.c - what a name means (MLS 3.6 chapters 5 and 13).
 *
 * A simple name is searched in the class instance where it stands (own elements, inherited ones, imports) and then in
 * its lexically enclosing instances, ending at the root with the library's top-level classes.  While a class is being
 * prepared (extend.c) only its own elements and imports are seen, as 5.6.1.4 asks for names in extends clauses.
 */
#include <string.h>

#include "instance/instance_impl.h"

/* ---- one class --------------------------------------------------------------------------------------------------- */

/* A class that stands in a file of its own inside the folder of c (13.4.1); remembered, also when absent. */
static InstElement *find_on_disk(InstClass *c, Name name) {
    Inst *in = c->inst;
    bool is_root = c == in->root;
    if (!is_root && !(c->lib && c->lib->folder)) return NULL;
    if (!c->disk) c->disk = BASE_NEW(&in->arena, InstTable);
    void *found;
    if (inst_table_get(c->disk, name, &found)) return found;
    LibClass *lib = lib_find(in->lib, is_root ? NULL : c->lib, name);
    /* what the text of the package itself holds is known to its definition, redeclarations to the bases (7.3) */
    if (lib && lib->syn && c->syn && lib->syn->parent == c->syn) lib = NULL;
    InstElement *e = NULL;
    if (lib) {
        e = BASE_NEW(&in->arena, InstElement);
        *e = (InstElement){.name = name,
                           .kind = SYN_CLASS_DEF,
                           .lib = lib,
                           .home = c,
                           .scope = c,
                           .mod = inst_mod_child(c->mod, name)};
    }
    inst_table_put(in, c->disk, name, e);
    return e;
}

InstElement *inst_find_own(InstClass *c, Name name) {
    Inst *in = c->inst;
    void *found;
    if (c == in->root) {
        if (inst_table_get(&inst_tree(in)->predefined_names, name, &found)) return found;
        return find_on_disk(c, name);
    }
    if (c->state == INST_NEW) inst_prepare(c);
    InstDef *d = c->def;
    if (!d) return NULL;
    if (c->added && inst_table_get(c->added, name, &found)) return found;
    if (c->own && inst_table_get(&d->index, name, &found))
        return inst_kept(inst_own(c, (uint32_t)((uintptr_t)found - 1)));
    return find_on_disk(c, name);
}

InstElement *inst_find(InstClass *c, Name name) {
    InstElement *e = inst_find_own(c, name);
    if (e || c->state == INST_PREPARING) return e;
    for (uint32_t i = 0; i < c->nbases; i++) {
        e = inst_find(c->bases[i], name);
        if (e && !e->deselected) return e;
    }
    return NULL;
}

/* ---- imports ----------------------------------------------------------------------------------------------------- */

static Diag *import_error(InstClass *c, Span at, const char *what, Name part) {
    return inst_error(c, "INST0110", at, "import of '%s': %s", inst_name(c->inst, part), what);
}

static InstHint import_hint(const InstClass *in_class) {
    return INST_HINT_CLASSES | INST_HINT_COMPONENTS | (in_class == in_class->inst->root ? INST_HINT_LIBRARY : 0);
}

static void require_package(InstClass *c, InstClass *from, Span at) {
    if (from->restriction == SYN_PACKAGE) return;
    /* a class of a model can be named as well as one of a package */
    Diag *d = inst_tolerate(c, "INST0117", at, "only elements of packages can be imported, '%s' is a %s (MLS 13.2.1)",
                            inst_class_text(from), inst_restriction_text(from));
    if (from->syn) base_note(c->inst->ctx, d, from->syn->name_span, "it is defined here");
}

/* An import names a class from the top of the tree (13.2.1.1); others look around the class as well. */
static InstElement *find_from_here(InstClass *c, const SynPart *p) {
    if (inst_strict(c) || !c->scope) return NULL;
    InstElement *e = inst_lookup(c->scope, p->name, NULL);
    if (!e || e->kind != SYN_CLASS_DEF) return NULL;
    Diag *d = inst_tolerate(c, "INST0122", p->span,
                            "import of '%s': names in imports begin at the top of the class tree (MLS 13.2.1)",
                            inst_name(c->inst, p->name));
    base_hint(c->inst->ctx, d, "write '%s' in front of it", inst_class_text(e->home));
    return e;
}

/* Finds what an import clause names, from the top of the class tree (13.2.1.1). */
static void resolve_import(InstClass *c, InstImport *im) {
    Inst *in = c->inst;
    const SynElement *s = im->syn;
    im->resolved = true;
    bool whole = s->import_all || s->nimport_names; /* the path names a package as a whole */
    InstClass *at = in->root;
    for (uint32_t i = 0; i < s->type.n; i++) {
        const SynPart *p = &s->type.parts[i];
        InstElement *e = inst_find(at, p->name);
        if (!e && i == 0) e = find_from_here(c, p);
        if (!e || (at != in->root && e->is_protected)) {
            im->missing = !e && s->import_all && !inst_strict(c); /* said when a name is found nowhere else */
            if (im->missing) return;
            Diag *d = import_error(c, p->span, e ? "it is protected" : "there is no such name", p->name);
            inst_hint_path(at, d, &s->type, i, import_hint(at));
            return;
        }
        if (i + 1 == s->type.n && !whole) {
            if (at != in->root) require_package(c, at, p->span);
            im->package = at;
            im->element = e;
            return;
        }
        if (e->kind != SYN_CLASS_DEF) {
            import_error(c, p->span, "it is a component, not a package", p->name);
            return;
        }
        at = inst_element_class(i == 0 ? e->home : at, e);
        if (!at) return;
    }
    im->package = at;
    if (whole) require_package(c, at, s->span);
    for (uint32_t i = 0; i < s->nimport_names; i++)
        if (!inst_find(at, s->import_names[i])) {
            Diag *d = import_error(c, s->span, "there is no such name", s->import_names[i]);
            inst_hint_name(at, d, s->import_names[i], import_hint(at));
        }
}

Name inst_import_name(const SynElement *s) {
    return s->import_alias ? s->import_alias : s->type.n ? s->type.parts[s->type.n - 1].name : 0;
}

static InstElement *find_qualified_import(InstClass *c, InstDef *d, Name name) {
    for (uint32_t i = 0; i < d->nimports; i++) {
        InstImport *im = &d->imports[i];
        const SynElement *s = im->syn;
        if (s->import_all) continue;
        if (s->nimport_names) {
            uint32_t k = 0;
            while (k < s->nimport_names && s->import_names[k] != name) k++;
            if (k == s->nimport_names) continue;
            if (!im->resolved) resolve_import(c, im);
            if (im->package) return inst_find(im->package, name);
        } else if (inst_import_name(s) == name) {
            if (!im->resolved) resolve_import(c, im);
            if (im->element) return im->element;
        }
    }
    return NULL;
}

static InstElement *find_unqualified_import(InstClass *c, InstDef *d, Name name) {
    InstElement *found = NULL;
    for (uint32_t i = 0; i < d->nimports; i++) {
        InstImport *im = &d->imports[i];
        if (!im->syn->import_all) continue;
        if (!im->resolved) resolve_import(c, im);
        if (!im->package) continue;
        InstElement *e = inst_find(im->package, name);
        if (!e || e->is_protected || e == found) continue;
        if (found) {
            Diag *diag = inst_error(c, "INST0111", im->syn->span, "'%s' is imported from two packages (MLS 5.3.1)",
                                    inst_name(c->inst, name));
            base_note(c->inst->ctx, diag, im->syn->span, "found in '%s' and in '%s'", inst_class_text(found->home),
                      inst_class_text(e->home));
            base_hint(c->inst->ctx, diag, "write it with the name of its package, or import it alone: import %s.%s;",
                      inst_class_text(found->home), inst_name(c->inst, name));
            return found;
        }
        found = e;
    }
    return found;
}

static InstElement *find_import(InstClass *c, Name name) {
    InstDef *d = c->def;
    if (!d || !d->nimports) return NULL;
    InstElement *e = find_qualified_import(c, d, name);
    return e ? e : find_unqualified_import(c, d, name);
}

/* Imports are not inherited (13.2.1), but many texts count on it: the last place to look. */
static InstElement *find_inherited_import(InstClass *c, Name name) {
    for (uint32_t i = 0; i < c->nbases; i++) {
        InstClass *b = c->bases[i];
        InstElement *e = find_import(b, name);
        if (!e) e = find_inherited_import(b, name);
        if (!e) continue;
        Diag *d = inst_tolerate(c, "INST0119", c->syn ? c->syn->name_span : (Span){0},
                                "'%s' is imported in a base class only, and imports are not inherited (MLS 13.2.1)",
                                inst_name(c->inst, name));
        base_hint(c->inst->ctx, d, "repeat the import of '%s' here", inst_class_text(b));
        return e;
    }
    return NULL;
}

/* Says that the package of an import of all its names is not there. */
static void missing_package(InstClass *c, InstImport *im) {
    const SynCref *path = &im->syn->type;
    InstClass *at = c->inst->root;
    for (uint32_t i = 0; i < path->n && at; i++) {
        InstElement *e = inst_find(at, path->parts[i].name);
        if (!e) {
            Diag *d = import_error(c, path->parts[i].span, "there is no such name", path->parts[i].name);
            inst_hint_path(at, d, path, i, import_hint(at));
            return;
        }
        at = inst_element_class(at, e);
    }
}

/* An import of this name around c, or of all names of a package, could not be resolved, which has been said. */
bool inst_failed_import(InstClass *c, Name name) {
    for (InstClass *s = c; s; s = s->scope) {
        const InstDef *def = s->def;
        for (uint32_t i = 0; def && i < def->nimports; i++) {
            InstImport *im = &def->imports[i];
            if (!im->resolved || im->package) continue;
            if (!im->syn->import_all && inst_import_name(im->syn) != name) continue;
            if (im->missing) missing_package(s, im);
            return true;
        }
    }
    return false;
}

bool inst_is_made_of_nothing(const InstClass *c) {
    while (c->syn && c->syn->form == SYN_SHORT && c->nbases == 1) c = c->bases[0];
    return c->syn && c->syn->form == SYN_SHORT && c->nbases == 0 && !c->builtin;
}

bool inst_has_lost_base(const InstClass *c) { return c->state == INST_FAILED && base_error_count(c->inst->ctx); }

bool inst_is_in_lost_base(const InstClass *c) {
    while (c && !inst_has_lost_base(c)) c = c->scope;
    return c != NULL;
}

/* ---- simple names ------------------------------------------------------------------------------------------------ */

/* The operator record around encapsulated operators, where these do not import it: others find it all the same. */
static InstElement *find_own_record(InstClass *c, Name name) {
    for (InstClass *s = c; s && s->scope && s != c->inst->root; s = s->scope) {
        if (!(s->prefixes & SYN_ENCAPSULATED)) continue;
        InstClass *record = s->scope;
        bool own = (s->restriction == SYN_OPERATOR || s->restriction == SYN_OPERATOR_FUNCTION) &&
                   record->restriction == SYN_OPERATOR_RECORD && record->name == name && record->scope;
        return own ? inst_find(record->scope, name) : NULL;
    }
    return NULL;
}

InstElement *inst_lookup(InstClass *c, Name name, InstClass **home) {
    Inst *in = c->inst;
    InstElement *e = NULL;
    InstClass *s = c;
    void *found;
    for (; s && s != in->root; s = s->scope) {
        e = inst_find(s, name);
        if (!e) e = find_import(s, name);
        if (e) break;
        if (s->prefixes & SYN_ENCAPSULATED) {
            if (inst_table_get(&inst_tree(in)->predefined_names, name, &found)) e = found;
            break;
        }
    }
    if (!e && (!s || s == in->root)) e = inst_find_own(in->root, name);
    for (s = c; !e && s && s != in->root && !inst_strict(s); s = s->scope) e = find_inherited_import(s, name);
    if (!e && !inst_strict(c)) e = find_own_record(c, name);
    if (e && home) *home = e->home;
    return e;
}

/* A base class must be complete by itself (7.1), but others read it as if its text stood in the class that extends it:
 * where a name is found nowhere, it is looked for there. */
InstElement *inst_find_in_heir(InstClass *c, Name name, Span at) {
    if (inst_strict(c)) return NULL;
    for (InstClass *h = c->heir; h; h = h->heir) {
        InstElement *e = inst_find(h, name);
        if (!e) continue;
        Inst *in = c->inst;
        Diag *d = inst_tolerate(c, "INST0121", at,
                                "'%s' is not declared in this base class, only in '%s', which extends it (MLS 5.3.1)",
                                inst_name(in, name), inst_class_text(h));
        if (e->syn) base_note(in->ctx, d, e->syn->span, "it is declared here");
        base_hint(in->ctx, d, "declare it in the base class");
        return e;
    }
    return NULL;
}

/* ---- class names ------------------------------------------------------------------------------------------------- */

/* how far a class name could be followed */
typedef struct {
    InstClass *cls;           /* the class, or NULL */
    InstClass *last;          /* class in which the search failed */
    InstElement *wrong;       /* element found that is not a usable class, or NULL */
    InstElement *replaceable; /* a replaceable element that the name goes through, or NULL */
    uint32_t part;            /* number of the part that failed */
    bool silent;              /* failed after an error had been reported */
} Found;

static Found follow(InstClass *c, const SynCref *name, bool report) {
    Inst *in = c->inst;
    Found f = {.last = c};
    InstElement *e =
        name->global ? inst_find_own(in->root, name->parts[0].name) : inst_lookup(c, name->parts[0].name, NULL);
    if (!e && report && !name->global) e = inst_find_in_heir(c, name->parts[0].name, name->parts[0].span);
    for (uint32_t i = 0;; i++) {
        f.part = i;
        if (!e) return f;
        if (e->kind != SYN_CLASS_DEF) {
            f.wrong = e;
            return f;
        }
        if (report && i > 0 && !inst_access(c, f.last, e, name->parts[i].span)) {
            f.silent = true;
            return f;
        }
        if (e->is_replaceable) f.replaceable = e;
        InstClass *cls = inst_element_class(e->home, e);
        if (!cls) {
            f.silent = true;
            return f;
        }
        if (i + 1 == name->n) {
            f.cls = cls;
            return f;
        }
        f.last = cls;
        e = inst_find(cls, name->parts[i + 1].name);
    }
}

InstClass *inst_lookup_class_quiet(InstClass *c, const SynCref *name) {
    return name->n ? follow(c, name, false).cls : NULL;
}

InstClass *inst_lookup_class(InstClass *c, const SynCref *name, Span at) {
    if (!name->n) return NULL;
    Inst *in = c->inst;
    Found f = follow(c, name, true);
    if (f.silent) return NULL;
    const SynPart *p = &name->parts[f.part];
    Span span = p->span.file ? p->span : at;
    if (f.cls) return f.cls;
    if (f.wrong) {
        Diag *d = inst_error(c, "INST0113", span, "'%s' is a component here, a class is needed (MLS 5.3.2)",
                             inst_name(in, p->name));
        if (f.wrong->syn) base_note(in->ctx, d, f.wrong->syn->name_span, "the component is declared here");
        return NULL;
    }
    if (f.last->state == INST_FAILED) return NULL; /* its bases could not be found: said already */
    if (f.part == 0 && (inst_failed_import(c, p->name) || (name->n == 1 && inst_is_in_lost_base(c)))) return NULL;
    Diag *d = f.part == 0 ? inst_error(c, "INST0112", span, "there is no class named '%s' here", inst_name(in, p->name))
                          : inst_error(c, "INST0112", span, "there is no class named '%s' in '%s'",
                                       inst_name(in, p->name), inst_class_text(f.last));
    InstHint first = f.part == 0 ? (name->n > 1 ? INST_HINT_AROUND | INST_HINT_LIBRARY : INST_HINT_AROUND) : 0;
    inst_hint_path(f.last, d, name, f.part, INST_HINT_CLASSES | first);
    return NULL;
}

InstClass *inst_lookup_base(InstClass *c, const SynCref *name, Span at) {
    InstClass *cls = inst_lookup_class(c, name, at);
    if (!cls) return NULL;
    InstElement *e = follow(c, name, false).replaceable;
    if (!e) return cls;
    Inst *in = c->inst;
    Diag *d = inst_tolerate(c, "INST0118", at, "'%s' is replaceable and cannot be used as a base class (MLS 7.1.4)",
                            inst_name(in, e->name));
    if (e->syn) base_note(in->ctx, d, e->syn->span, "it is declared here");
    base_hint(in->ctx, d, "extend a class that is not replaceable");
    return cls;
}
