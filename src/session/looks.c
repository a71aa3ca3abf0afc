/* looks.c - what travels in an FMU for people to see: the icon of the class, and its documentation as a page. */
#include "session/session_impl.h"

#include "document/document.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

static bool no_link(void *arg, const char *address, bool image, Text *out) {
    (void)arg;
    bool web = !image && (!strncmp(address, "https://", 8) || !strncmp(address, "http://", 7));
    if (web) base_text_add(out, address);
    return web;
}

static const char *page_of(Context *ctx, LibClass *cls, const char *name) {
    const char *info = gfx_string(cls, "Documentation.info");
    if (!info || !*info) return NULL;
    Text t = {0};
    base_text_printf(
        &t, "<!DOCTYPE html>\n<html><head><meta charset=\"utf-8\"><title>%s</title></head><body>\n<h1>%s</h1>\n", name,
        name);
    doc_clean(info, no_link, NULL, &t);
    base_text_add(&t, "\n</body></html>\n");
    const char *page = base_strdup(&ctx->arena, base_text_str(&t));
    base_text_free(&t);
    return page;
}

/* The picture as a PNG file of this name, into what->pictures. */
static void add_picture(Context *ctx, const GfxPicture *p, double width, const char *name, FmiExport *what) {
    const char *folder = xch_scratch(ctx);
    if (!folder) return;
    const char *path = base_sprintf(&ctx->arena, "%s/icon.png", folder);
    Text t = {0};
    bool drawn = gfx_png(ctx, p, width, 0, path) && base_read_file(path, SIZE_MAX, &t);
    unlink(path), rmdir(folder);
    if (drawn)
        vec_push(&what->pictures,
                 ((PkgEntry){base_strdup(&ctx->arena, name), base_strndup(&ctx->arena, t.at, t.n), t.n}));
    base_text_free(&t);
}

/* Connectors stand on the icon: one picture for each of their classes. */
static void add_connectors(Context *ctx, const GfxPicture *p, FmiExport *what) {
    for (size_t i = 0, end; i < p->items.n; i++) {
        const GfxItem *g = &p->items.at[i];
        bool known = !g->class_name;
        if (g->kind != GFX_BEGIN) continue;
        GfxPicture part = *p;
        part.extent = part.bounds = fmi_cover(p, i, &end);
        part.items.at += i;
        part.items.n = end - i + 1;
        i = end;
        for (size_t k = 0; !known && k < what->pictures.n; k++)
            known = !strcmp(what->pictures.at[k].name, g->class_name);
        if (!known && part.bounds.x2 > part.bounds.x1 && part.bounds.y2 > part.bounds.y1)
            add_picture(ctx, &part, 32, g->class_name, what);
    }
}

void ses_with_picture(SesModel *m, GfxLayer layer, void (*use)(void *arg, LibClass *cls, GfxPicture *p), void *arg) {
    size_t said = base_diag_mark(m->ctx);
    causeway_status code;
    LibTree *lib = m->asked->subject && !m->asked->flat ? ses_open_libraries(m->ctx, m->asked, &code) : NULL;
    LibClass *cls = lib ? ses_find_class(m->ctx, m->asked, lib, m->asked->subject, &code) : NULL;
    if (cls) {
        Text name = {0};
        lib_full_name(cls, &name);
        Inst *inst = inst_new(m->ctx, lib);
        inst->checking = inst->pictures = true;
        InstClass *c = inst_class_by_name(inst, base_text_str(&name), (Span){0});
        GfxOptions options = {.layer = layer, .no_names = true};
        use(arg, cls, c ? gfx_draw(c, &options) : NULL);
        base_text_free(&name);
        inst_free(inst);
    }
    if (lib) lib_free(lib);
    base_diag_rollback(m->ctx, said);
}

typedef struct {
    Context *ctx;
    FmiExport *what;
} Looks;

static void take_looks(void *arg, LibClass *cls, GfxPicture *p) {
    const Looks *looks = arg;
    FmiExport *what = looks->what;
    Text name = {0};
    if (p && p->drawn) add_picture(looks->ctx, p, 200, "icon", what);
    if (p && what->pictures.n && what->version == 3) add_connectors(looks->ctx, p, what);
    if (p && what->pictures.n) what->icon = p;
    else if (p) gfx_free(p);
    lib_full_name(cls, &name);
    const SynClass *syn = lib_syn(cls);
    if (syn && syn->comment) what->comment = base_str(looks->ctx->names, syn->comment);
    what->page = page_of(looks->ctx, cls, base_text_str(&name));
    base_text_free(&name);
}

void ses_looks(SesModel *m, FmiExport *what) { ses_with_picture(m, GFX_ICON, take_looks, &(Looks){m->ctx, what}); }
