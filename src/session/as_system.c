/* as_system.c - a model as a system of FMUs, one for each of its components (SSP). */
#include "session/session_impl.h"

#include <string.h>
#include <sys/stat.h>

/* ---- where components stand -------------------------------------------------------------------------------------- */

static void cover(GfxBox *all, const GfxBox *one) {
    if (!(one->x2 > one->x1 && one->y2 > one->y1)) return;
    bool empty = !(all->x2 > all->x1);
    all->x1 = empty || one->x1 < all->x1 ? one->x1 : all->x1;
    all->y1 = empty || one->y1 < all->y1 ? one->y1 : all->y1;
    all->x2 = empty || one->x2 > all->x2 ? one->x2 : all->x2;
    all->y2 = empty || one->y2 > all->y2 ? one->y2 : all->y2;
}

static bool stands_for(const FmiSystem *s, const FmiPart *p, const char *component) {
    for (size_t i = 0; i < p->members.n; i++) {
        Text t = {0};
        dae_name_text(s->whole, p->members.at[i], &t);
        bool same = !strcmp(base_text_str(&t), component);
        base_text_free(&t);
        if (same) return true;
    }
    return false;
}

typedef struct {
    FmiSystem *system;
    GfxBox *extent; /* of the diagram */
} Places;

/* Connectors on the icon of a component, which is items[at] to items[end]. */
static void note_spots(FmiSystem *s, FmiPart *part, const GfxPicture *p, size_t at, size_t end) {
    Arena *a = &s->whole->ctx->arena;
    const char *component = p->items.at[at].name;
    for (size_t i = at + 1, inner; i < end; i++) {
        if (p->items.at[i].kind != GFX_BEGIN || !p->items.at[i].name) continue;
        GfxBox b = fmi_cover(p, i, &inner);
        const char *name = p->items.at[i].name;
        if (b.x2 > b.x1 && b.y2 > b.y1)
            vec_push(&part->spots,
                     ((FmiSpot){part->prefix ? base_strdup(a, name) : base_sprintf(a, "%s.%s", component, name),
                                (b.x1 + b.x2) / 2, (b.y1 + b.y2) / 2}));
        i = inner;
    }
}

/* The component as it stands in the diagram. */
static const char *icon_of(Arena *a, const GfxPicture *p, size_t at, size_t end, const GfxBox *box) {
    GfxPicture one = *p;
    Text t = {0};
    if (!(box->x2 > box->x1 && box->y2 > box->y1)) return NULL;
    one.extent = one.bounds = *box;
    one.items.at += at;
    one.items.n = end - at + 1;
    gfx_svg(&one, &(GfxSvg){0}, &t);
    const char *text = base_strdup(a, base_text_str(&t));
    base_text_free(&t);
    return text;
}

/* Boxes of the diagram, for each part what its components cover. */
static void place_parts(void *arg, LibClass *cls, GfxPicture *p) {
    const Places *places = arg;
    FmiSystem *s = places->system;
    (void)cls;
    if (p) *places->extent = p->extent;
    for (size_t i = 0, end; p && i < p->items.n; i++) {
        if (p->items.at[i].kind != GFX_BEGIN || !p->items.at[i].name) continue;
        GfxBox box = fmi_cover(p, i, &end);
        for (size_t k = 0; k < s->parts.n; k++) {
            FmiPart *part = &s->parts.at[k];
            if (!stands_for(s, part, p->items.at[i].name)) continue;
            cover(&part->place, &box);
            note_spots(s, part, p, i, end);
            if (part->members.n == 1) part->icon = icon_of(&s->whole->ctx->arena, p, i, end, &box);
        }
        i = end;
    }
    if (p) gfx_free(p);
}

/* ---- parts as FMUs ----------------------------------------------------------------------------------------------- */

static causeway_status export_part(SesModel *m, const FmiPart *p, const FmiExport *what, const char *path) {
    SesRequest asked = *m->asked;
    asked.subject = base_str(m->ctx->names, p->dae->model);
    asked.flat = p->dae;
    asked.parameters = (VecStr){0}; /* they are in the flat equations */
    asked.no_cache = true;
    SesModel one = {.ctx = m->ctx, .asked = &asked, .stats = m->stats};
    FmiExport how = *what;
    how.path = path;
    causeway_status code = ses_starts_alone(&one) ? ses_fmu(&one, &how) : CAUSEWAY_UNTRANSLATABLE;
    ses_free(&one);
    return code;
}

static bool read_file(Arena *arena, const char *path, PkgEntry *entry) {
    Text t = {0};
    bool ok = base_read_file(path, SIZE_MAX, &t);
    *entry = (PkgEntry){entry->name, base_strndup(arena, t.at ? t.at : "", t.n), t.n};
    base_text_free(&t);
    return ok;
}

typedef VEC(PkgEntry) Entries;
typedef VEC(const XchFmu *) Fmus;

/* Up to the first that is no model of its own: *failed. */
static causeway_status export_parts(SesModel *m, const FmiSystem *s, const FmiExport *what, const char *folder,
                                    Entries *entries, Fmus *fmus, size_t *failed) {
    Arena *a = &m->ctx->arena;
    for (size_t i = 0; i < s->parts.n; i++) {
        *failed = i;
        const char *name = base_sprintf(a, "resources/%s.fmu", fmi_part_file(a, &s->parts.at[i]));
        const char *path = base_sprintf(a, "%s/%zu.fmu", folder, i);
        causeway_status code = export_part(m, &s->parts.at[i], what, path);
        if (code != CAUSEWAY_OK) return code;
        PkgEntry entry = {.name = name};
        XchFmu *f = read_file(a, path, &entry) ? xch_open(m->ctx, path) : NULL;
        if (!f) return CAUSEWAY_USAGE;
        vec_push(entries, entry);
        vec_push(fmus, f);
    }
    return CAUSEWAY_OK;
}

static void drop_parts(Entries *entries, Fmus *fmus) {
    for (size_t i = 0; i < fmus->n; i++) xch_close((XchFmu *)fmus->at[i]);
    fmus->n = entries->n = 0;
}

/* The part with all that it is connected to, for the next attempt; false: with nothing. */
static bool join_neighbours(const FmiSystem *s, size_t part, VecU32 *together) {
    size_t before = together->n;
    for (size_t i = 0; i < s->connections.n; i++) {
        const FmiConnection *c = &s->connections.at[i];
        bool touches = c->from_part == part || c->to_part == part;
        if (!touches || c->from_part == FMI_SYSTEM || c->to_part == FMI_SYSTEM) continue;
        const FmiPart *a = &s->parts.at[c->from_part], *b = &s->parts.at[c->to_part];
        vec_push(together, a->members.n ? a->members.at[0] : 0);
        vec_push(together, b->members.n ? b->members.at[0] : 0);
    }
    return together->n > before;
}

/* The parts as FMUs.  A part that cannot be translated alone (it inverts what others compute), or not be initialised
 * alone (its conditions are for others too), stays with its neighbours. */
static causeway_status divide(SesModel *m, const FmiExport *what, const char *folder, FmiSystem *s, Entries *entries,
                              Fmus *fmus) {
    VecU32 together = {0};
    causeway_status code;
    for (bool again = true; again;) {
        size_t failed = 0, said = base_diag_mark(m->ctx);
        fmi_divide(m->dae, &m->ctx->arena, &together, s);
        code = export_parts(m, s, what, folder, entries, fmus, &failed);
        again = (code == CAUSEWAY_INVALID || code == CAUSEWAY_UNTRANSLATABLE) && join_neighbours(s, failed, &together);
        if (!again) break;
        base_diag_rollback(m->ctx, said);
        drop_parts(entries, fmus);
        fmi_system_free(s);
    }
    vec_free(&together);
    return code;
}

static void tell_parts(const FmiSystem *s, Text *out) {
    for (size_t i = 0; i < s->parts.n; i++) {
        const FmiPart *p = &s->parts.at[i];
        base_text_printf(out, "  %s: %zu inputs, %zu outputs", p->name, p->inputs.n, p->outputs.n);
        for (size_t k = 0; p->members.n > 1 && k < p->members.n; k++) {
            base_text_add(out, k ? ", " : "; stays together, for more than signals connects them: ");
            dae_name_text(s->whole, p->members.at[k], out);
        }
        base_text_char(out, '\n');
    }
}

/* The icons of parts, where ElementGeometry names them. */
static void add_icons(Arena *a, const FmiSystem *s, Entries *entries) {
    for (size_t i = 0; i < s->parts.n; i++) {
        const FmiPart *p = &s->parts.at[i];
        if (p->icon)
            vec_push(entries, ((PkgEntry){base_sprintf(a, "resources/icons/%s.svg", fmi_part_file(a, p)), p->icon,
                                          strlen(p->icon)}));
    }
}

causeway_status ses_system(SesModel *m, const char *path, const char *version, int fmi, const char *kinds, Text *out) {
    FmiExport what = {.version = fmi};
    if ((fmi != 2 && fmi != 3) || (fmi == 3 && !strcmp(version, "1.0"))) {
        base_error(m->ctx, "TOOL0008", (Span){0},
                   fmi == 3 ? "FMUs of FMI 3.0 have arrays, which SSP 1.0 does not know" : "FMUs are of FMI 2 or 3");
        return CAUSEWAY_USAGE;
    }
    if (!fmi_options(m->ctx, kinds, NULL, NULL, &what)) return CAUSEWAY_USAGE;
    causeway_status code = ses_flat(m);
    if (code != CAUSEWAY_OK) return code;
    if (!ses_check_determined(m->ctx, m->dae, false)) return CAUSEWAY_INVALID;
    FmiSystem s;
    FmiSsd how = {.version = version, .exchange = what.kinds & FMI_ME};
    Entries entries = {0};
    Fmus fmus = {0};
    Text ssd = {0}, ssv = {0};
    const char *folder = xch_scratch(m->ctx);
    if (!folder) return CAUSEWAY_USAGE;
    code = divide(m, &what, folder, &s, &entries, &fmus);
    if (code == CAUSEWAY_OK) {
        ses_with_picture(m, GFX_DIAGRAM, place_parts, &(Places){&s, &how.extent});
        how.fmus = fmus.at;
        fmi_ssd(&s, &how, &ssd, &ssv);
        add_icons(&m->ctx->arena, &s, &entries);
        vec_push(&entries, ((PkgEntry){"resources/parameters.ssv", ssv.at, ssv.n}));
        vec_push(&entries, ((PkgEntry){"SystemStructure.ssd", ssd.at, ssd.n}));
        if (pkg_zip(path, entries.at, entries.n)) tell_parts(&s, out);
        else {
            base_error(m->ctx, "FMI0002", (Span){0}, "%s could not be written", path);
            code = CAUSEWAY_USAGE;
        }
    }
    drop_parts(&entries, &fmus);
    pkg_remove_tree(folder);
    vec_free(&entries), vec_free(&fmus);
    base_text_free(&ssd), base_text_free(&ssv);
    fmi_system_free(&s);
    return code;
}
