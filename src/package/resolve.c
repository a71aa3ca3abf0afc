/* resolve.c - one version of every library that is needed.
 *
 * A version is taken when it covers (18.8.2: is, or needs no conversion from) every version that is asked for under its
 * name; of those the newest.  Choosing a version brings new demands, so the choice is made again until nothing changes.
 * Where no version covers all demands, the newest version of a library that made one of them is ruled out and the
 * search goes on with an older one; when there is none, the demands are shown with the way by which each came.
 */
#include "package/package_impl.h"

typedef struct {
    const char *name, *version; /* version "" or NULL: any */
    const PkgLibrary *by;       /* NULL: the user */
} Demand;

typedef struct {
    Context *ctx;
    const PkgWishes *wishes;
    const PkgList *offered;
    VEC(Demand) demands;
    VEC(const PkgLibrary *) ruled_out;
    PkgList chosen;
    VecStr missing; /* names that nobody offers */
} Search;

PkgWish pkg_wish(Context *ctx, const char *word) {
    const char *at = strchr(word, '@');
    PkgWish w = {word, NULL};
    if (at) {
        w.name = base_strndup(&ctx->arena, word, (size_t)(at - word));
        w.version = at[1] ? at + 1 : NULL;
    }
    return w;
}

/* What the user writes may be the beginning of a version. */
static bool begins(const char *version, const char *wish) {
    size_t n = strlen(wish);
    return strncmp(version, wish, n) == 0 && (!version[n] || version[n] == '.');
}

static bool meets(const PkgLibrary *l, const Demand *d) {
    if (!d->version || !*d->version) return true;
    return d->by ? pkg_covers(l, d->version) : begins(l->version, d->version);
}

static bool is_ruled_out(const Search *s, const PkgLibrary *l) {
    for (size_t i = 0; i < s->ruled_out.n; i++)
        if (s->ruled_out.at[i] == l) return true;
    return false;
}

static PkgLibrary *best(const Search *s, const char *name, bool *known) {
    PkgLibrary *found = NULL;
    *known = false;
    for (size_t i = 0; i < s->offered->n; i++) {
        PkgLibrary *l = s->offered->at[i];
        if (strcmp(l->name, name) != 0) continue;
        *known = true;
        bool ok = !is_ruled_out(s, l);
        for (size_t k = 0; ok && k < s->demands.n; k++)
            if (strcmp(s->demands.at[k].name, name) == 0) ok = meets(l, &s->demands.at[k]);
        int order = ok && found ? lib_compare_versions(l->version, found->version) : 1;
        /* of the same version, the one that is here already */
        if (ok && (order > 0 || (order == 0 && found->place == PKG_OFFERED && l->place != PKG_OFFERED))) found = l;
    }
    return found;
}

static PkgLibrary *chosen_of(const Search *s, const char *name) {
    for (size_t i = 0; i < s->chosen.n; i++)
        if (strcmp(s->chosen.at[i]->name, name) == 0) return s->chosen.at[i];
    return NULL;
}

/* ---- conflicts --------------------------------------------------------------------------------------------------- */

/* "asked for -> A 1.0 -> B 2.0" */
static void chain(const Search *s, const PkgLibrary *l, Text *out, int depth) {
    const Demand *d = NULL;
    for (size_t i = 0; !d && i < s->demands.n; i++)
        if (strcmp(s->demands.at[i].name, l->name) == 0) d = &s->demands.at[i];
    if (d && d->by && depth < 20) {
        chain(s, d->by, out, depth + 1);
        base_text_add(out, " -> ");
    }
    base_text_printf(out, "%s %s", l->name, l->version);
}

static void offer_conversion(const Search *s, Diag *d, const char *name) {
    const PkgLibrary *newest = NULL;
    for (size_t i = 0; i < s->offered->n; i++) {
        const PkgLibrary *l = s->offered->at[i];
        if (strcmp(l->name, name) == 0 && (!newest || lib_compare_versions(l->version, newest->version) > 0))
            newest = l;
    }
    for (size_t i = 0; newest && i < s->demands.n; i++) {
        const Demand *q = &s->demands.at[i];
        if (strcmp(q->name, name) != 0 || !q->by || pkg_covers(newest, q->version)) continue;
        for (size_t k = 0; k < newest->converts.n; k++)
            if (strcmp(newest->converts.at[k], q->version) == 0) {
                base_hint(
                    s->ctx, d,
                    "%s %s knows how to convert from %s: causeway convert %s -o FOLDER, then install %s from there",
                    name, newest->version, q->version, q->by->path ? q->by->path : q->by->name, q->by->name);
                return;
            }
    }
    base_hint(s->ctx, d, "ask for other versions with NAME@VERSION, or offer more versions of %s", name);
}

static void versions_of(const Search *s, const char *name, Text *out) {
    size_t n = 0;
    for (size_t i = 0; i < s->offered->n; i++)
        if (strcmp(s->offered->at[i]->name, name) == 0)
            base_text_printf(out, "%s%s", n++ ? ", " : "", s->offered->at[i]->version);
}

static bool report_conflict(Search *s, const char *name) {
    Text all = {0};
    versions_of(s, name, &all);
    size_t demands = 0;
    bool user = false;
    for (size_t i = 0; i < s->demands.n; i++)
        if (strcmp(s->demands.at[i].name, name) == 0) {
            demands++;
            user |= !s->demands.at[i].by;
        }
    Diag *d = demands == 1 && user
                  ? base_error(s->ctx, "PKG0002", (Span){0}, "there is no such version of %s; there are: %s", name,
                               base_text_str(&all))
                  : base_error(s->ctx, "PKG0003", (Span){0}, "no version of %s suits all that need it; there are: %s",
                               name, base_text_str(&all));
    for (size_t i = 0; i < s->demands.n; i++) {
        const Demand *q = &s->demands.at[i];
        if (strcmp(q->name, name) != 0) continue;
        Text way = {0};
        if (q->by) chain(s, q->by, &way, 0);
        base_note(s->ctx, d, (Span){0}, q->by ? "%s uses %s %s" : "%sasked for: %s %s", base_text_str(&way), name,
                  q->version ? q->version : "");
        base_text_free(&way);
    }
    if (!(demands == 1 && user)) offer_conversion(s, d, name);
    base_text_free(&all);
    return false;
}

/* Another version of a library that made a demand, if there is one that was not tried. */
static bool rule_out(Search *s, const char *name) {
    for (size_t i = s->demands.n; i-- > 0;) {
        const Demand *q = &s->demands.at[i];
        if (strcmp(q->name, name) != 0 || !q->by) continue;
        for (size_t k = 0; k < s->offered->n; k++) {
            const PkgLibrary *l = s->offered->at[k];
            if (l == q->by || strcmp(l->name, q->by->name) != 0 || is_ruled_out(s, l)) continue;
            if (lib_compare_versions(l->version, q->by->version) > 0) continue;
            vec_push(&s->ruled_out, q->by);
            return true;
        }
    }
    return false;
}

/* ---- the search -------------------------------------------------------------------------------------------------- */

static void demand(Search *s, const char *name, const char *version, const PkgLibrary *by) {
    Demand d = {name, version, by};
    vec_push(&s->demands, d);
}

/* Demands of the user, and of all chosen libraries that they lead to. */
static void collect_demands(Search *s) {
    vec_clear(&s->demands);
    PkgList reached = {0};
    for (size_t i = 0; i < s->wishes->n; i++) demand(s, s->wishes->at[i].name, s->wishes->at[i].version, NULL);
    for (size_t i = 0; i < s->demands.n; i++) {
        PkgLibrary *l = chosen_of(s, s->demands.at[i].name);
        bool seen = !l;
        for (size_t k = 0; !seen && k < reached.n; k++) seen = reached.at[k] == l;
        if (seen) continue;
        vec_push(&reached, l);
        for (size_t k = 0; k < l->uses.n; k++) demand(s, l->uses.at[k].name, l->uses.at[k].version, l);
    }
    vec_clear(&s->chosen);
    for (size_t i = 0; i < reached.n; i++) vec_push(&s->chosen, reached.at[i]);
    vec_free(&reached);
}

typedef enum { SETTLED, AGAIN, FAILED } Outcome;

static bool is_listed(const VecStr *list, const char *name) {
    for (size_t i = 0; i < list->n; i++)
        if (strcmp(list->at[i], name) == 0) return true;
    return false;
}

static Outcome choose(Search *s) {
    Outcome outcome = SETTLED;
    for (size_t i = 0; i < s->demands.n; i++) {
        const char *name = s->demands.at[i].name;
        bool known;
        PkgLibrary *l = best(s, name, &known), *before = chosen_of(s, name);
        if (!known) {
            if (!is_listed(&s->missing, name)) vec_push(&s->missing, (char *)name);
            continue;
        }
        if (!l) {
            if (!rule_out(s, name)) return report_conflict(s, name) ? SETTLED : FAILED;
            vec_clear(&s->chosen);
            return AGAIN;
        }
        if (l == before) continue;
        outcome = AGAIN;
        for (size_t k = 0; k < s->chosen.n; k++)
            if (s->chosen.at[k] == before) s->chosen.at[k] = l;
        if (!before) vec_push(&s->chosen, l);
    }
    return outcome;
}

static bool report_missing(Search *s) {
    for (size_t i = 0; i < s->missing.n; i++) {
        const Demand *first = NULL;
        for (size_t k = 0; k < s->demands.n; k++)
            if (strcmp(s->demands.at[k].name, s->missing.at[i]) == 0 && (!first || !s->demands.at[k].by))
                first = &s->demands.at[k];
        if (!first) continue;
        if (!first->by) {
            VEC(const char *) names = {0};
            for (size_t k = 0; k < s->offered->n; k++) vec_push(&names, s->offered->at[k]->name);
            const char *near = base_nearest(first->name, names.at, names.n);
            Diag *d = base_error(s->ctx, "PKG0002", (Span){0}, "there is no library %s", first->name);
            if (near) base_hint(s->ctx, d, "did you mean %s?", near);
            else
                base_hint(s->ctx, d,
                          "causeway install %s --from WHERE names a folder, archive, repository or index that has it",
                          first->name);
            vec_free(&names);
            return false;
        }
        Diag *d = base_warning(s->ctx, "PKG0009", (Span){0}, "%s%s%s uses %s %s, which is not there", first->by->name,
                               *first->by->version ? " " : "", first->by->version, first->name, first->version);
        base_hint(s->ctx, d, "causeway install %s --from WHERE", first->name);
    }
    return true;
}

bool pkg_resolve(Context *ctx, const PkgWishes *wishes, const PkgList *offered, PkgList *chosen) {
    Search s = {.ctx = ctx, .wishes = wishes, .offered = offered};
    Outcome outcome = AGAIN;
    /* every round rules out a version or moves one; versions are finite, and so is patience */
    for (size_t round = 0; outcome == AGAIN && round < 1000 + 10 * offered->n; round++) {
        collect_demands(&s);
        outcome = choose(&s);
    }
    bool ok = outcome != FAILED && report_missing(&s);
    for (size_t i = 0; ok && i < s.chosen.n; i++) vec_push(chosen, s.chosen.at[i]);
    vec_free(&s.demands);
    vec_free(&s.ruled_out);
    vec_free(&s.chosen);
    vec_free(&s.missing);
    return ok;
}

static bool is_covered(const PkgList *list, const PkgUse *use) {
    for (size_t i = 0; i < list->n; i++)
        if (strcmp(list->at[i]->name, use->name) == 0 && (!*use->version || pkg_covers(list->at[i], use->version)))
            return true;
    return false;
}

void pkg_take_all(Context *ctx, const PkgList *offered, const PkgList *present, PkgList *chosen) {
    for (size_t i = 0; i < offered->n; i++) {
        PkgLibrary *l = offered->at[i];
        bool newest = true;
        for (size_t k = 0; newest && k < offered->n; k++) {
            int order = strcmp(offered->at[k]->name, l->name) == 0
                            ? lib_compare_versions(offered->at[k]->version, l->version)
                            : -1;
            newest = order < 0 || (order == 0 && k >= i);
        }
        if (newest) vec_push(chosen, l);
    }
    for (size_t i = 0; i < chosen->n; i++)
        for (size_t k = 0; k < chosen->at[i]->uses.n; k++) {
            const PkgLibrary *l = chosen->at[i];
            const PkgUse *use = &l->uses.at[k];
            if (is_covered(chosen, use) || is_covered(present, use)) continue;
            Diag *d = base_warning(ctx, "PKG0009", (Span){0}, "%s%s%s uses %s %s, which is not there", l->name,
                                   *l->version ? " " : "", l->version, use->name, use->version);
            base_hint(ctx, d, "causeway install %s@%s --from WHERE", use->name, use->version);
        }
}
