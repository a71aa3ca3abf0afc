/* pictures.c - pictures of classes, and pages of a library. */
#include "session/session_impl.h"

#include "elaborate/elaborate.h"
#include "graphics/graphics.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

/* A result at one instant. */
typedef struct {
    ResResult *result;
    size_t row;  /* the last one at or before the instant */
    double part; /* how far the instant lies on the way to the next row */
} Instant;

static bool value_at(void *arg, const char *name, double *out) {
    Instant *at = arg;
    const double *y = res_column(at->result, name);
    if (!y) return false;
    *out = y[at->row];
    if (at->part > 0) *out += at->part * (y[at->row + 1] - y[at->row]);
    return true;
}

/* The result must have rows. */
static Instant instant_of(ResResult *result, double wish) {
    size_t n = res_rows(result);
    const double *t = res_time(result);
    Instant at = {result, n - 1, 0};
    if (isnan(wish)) return at;
    while (at.row > 0 && t[at.row] > wish) at.row--;
    if (at.row + 1 < n && wish > t[at.row] && t[at.row + 1] > t[at.row])
        at.part = (wish - t[at.row]) / (t[at.row + 1] - t[at.row]);
    return at;
}

static bool write_picture(Context *ctx, const GfxPicture *p, const SesDrawing *how, const char *path) {
    if (ses_ends_with(path, ".png")) return gfx_png(ctx, p, how->width, how->height, path);
    Text t = {0};
    GfxSvg svg = {.width = how->width, .height = how->height};
    if (ses_ends_with(path, ".json")) gfx_json(p, &t);
    else gfx_svg(p, &svg, &t);
    bool ok = base_write_file(path, base_text_str(&t), t.n);
    if (!ok && errno == ENOSPC)
        base_error(ctx, "TOOL0007", (Span){0}, "%s could not be written completely: %s", path, strerror(errno));
    else if (!ok) base_error(ctx, "TOOL0006", (Span){0}, "cannot write %s: %s", path, strerror(errno));
    base_text_free(&t);
    return ok;
}

static InstClass *instance_of(Inst *inst, LibClass *cls) {
    Text name = {0};
    lib_full_name(cls, &name);
    InstClass *c = inst_class_by_name(inst, base_text_str(&name), (Span){0});
    base_text_free(&name);
    return c;
}

static Inst *new_instances(Context *ctx, LibTree *lib) {
    Inst *inst = inst_new(ctx, lib);
    inst->checking = inst->pictures = true;
    return inst;
}

/* The subject with its tree, which the caller frees; NULL after reporting. */
static LibClass *open_subject(Context *ctx, const SesRequest *asked, LibTree **lib, causeway_status *code) {
    *lib = ses_open_libraries(ctx, asked, code);
    return *lib ? ses_find_class(ctx, asked, *lib, asked->subject, code) : NULL;
}

/* What nobody drew, and what does not move, is told. */
static void tell(Context *ctx, const GfxPicture *p, const SesDrawing *how) {
    if (p->arranged || p->routed)
        ses_note(ctx, "GFX0005", (Span){0},
                 "%s: the layout is automatic: %u components without Placement, %u "
                 "connections without Line",
                 p->class_name, p->arranged, p->routed);
    if (!how->result || p->dynamic) return;
    Diag *d = ses_note(ctx, "GFX0006", (Span){0}, "nothing in %s follows the result: no annotation says DynamicSelect",
                       p->class_name);
    base_hint(ctx, d, "causeway plot draws the variables of a result");
}

/* ---- one class --------------------------------------------------------------------------------------------------- */

static causeway_status draw_one(Context *ctx, LibTree *lib, LibClass *cls, const SesDrawing *how, const char *path) {
    Inst *inst = new_instances(ctx, lib);
    InstClass *c = instance_of(inst, cls);
    causeway_status code = c ? CAUSEWAY_OK : ses_model_error(ctx);
    if (c) {
        Instant at = how->result ? instant_of(how->result, how->time) : (Instant){0};
        GfxOptions options = {.layer = how->diagram ? GFX_DIAGRAM : GFX_ICON};
        if (at.result) options.value = value_at, options.arg = &at;
        GfxPicture *p = gfx_draw(c, &options);
        if (!write_picture(ctx, p, how, path)) code = CAUSEWAY_USAGE;
        else tell(ctx, p, how);
        gfx_free(p);
    }
    inst_free(inst);
    return code;
}

causeway_status ses_draw(Context *ctx, const SesRequest *asked, const SesDrawing *how, const char *path) {
    causeway_status code;
    LibTree *lib;
    if (how->result && !res_rows(how->result)) {
        base_error(ctx, "TOOL0012", (Span){0}, "the result holds no instant");
        return CAUSEWAY_USAGE;
    }
    LibClass *cls = open_subject(ctx, asked, &lib, &code);
    if (cls) code = draw_one(ctx, lib, cls, how, path);
    lib_free(lib);
    return code;
}

/* ---- every class of a package ------------------------------------------------------------------------------------ */

typedef struct {
    Context *ctx;
    LibTree *lib;
    Inst *inst;
    const SesDrawing *how;
    const char *folder;
    SesDrawn *out;
} All;

enum { CLASSES_PER_INST = 200 }; /* what instances share is worth keeping, but not for ever */

static void draw_both(All *a, LibClass *cls) {
    if (a->out->classes++ % CLASSES_PER_INST == 0) {
        inst_free(a->inst);
        a->inst = new_instances(a->ctx, a->lib);
    }
    size_t mark = base_diag_mark(a->ctx);
    InstClass *c = instance_of(a->inst, cls);
    if (c) base_diag_rollback(a->ctx, mark);
    else a->out->failed++;
    for (int layer = GFX_ICON; c && layer <= GFX_DIAGRAM; layer++) {
        GfxOptions options = {.layer = (GfxLayer)layer};
        GfxPicture *p = gfx_draw(c, &options);
        Text path = {0}, name = {0};
        lib_full_name(cls, &name); /* that of the picture is another one's when the class is short */
        base_text_printf(&path, "%s/", a->folder);
        gfx_file_name(base_text_str(&name), &path);
        base_text_add(&path, layer == GFX_ICON ? ".icon.svg" : ".diagram.svg");
        if (p->drawn) {
            a->out->pictures++;
            if (!write_picture(a->ctx, p, a->how, base_text_str(&path))) a->out->failed++;
        }
        base_text_free(&path);
        base_text_free(&name);
        gfx_free(p);
    }
}

static void draw_below(All *a, LibClass *cls, int depth) {
    LibClass **children;
    if (!lib_syn(cls) || depth > 100) return;
    draw_both(a, cls);
    size_t n = lib_children(a->lib, cls, &children);
    for (size_t i = 0; i < n; i++) draw_below(a, children[i], depth + 1);
}

causeway_status ses_draw_all(Context *ctx, const SesRequest *asked, const SesDrawing *how, const char *folder,
                             SesDrawn *out) {
    causeway_status code;
    LibTree *lib;
    LibClass *cls = open_subject(ctx, asked, &lib, &code);
    if (cls && mkdir(folder, 0777) != 0 && errno != EEXIST) {
        base_error(ctx, "TOOL0006", (Span){0}, "cannot make the folder %s: %s", folder, strerror(errno));
        code = CAUSEWAY_USAGE;
    } else if (cls) {
        All a = {.ctx = ctx, .lib = lib, .inst = new_instances(ctx, lib), .how = how, .folder = folder, .out = out};
        draw_below(&a, cls, 0);
        inst_free(a.inst);
        code = out->failed ? CAUSEWAY_INVALID : CAUSEWAY_OK;
    }
    lib_free(lib);
    return code;
}

causeway_status ses_document(Context *ctx, const SesRequest *asked, const char *folder, DocCounts *out) {
    causeway_status code;
    LibTree *lib;
    LibClass *cls = open_subject(ctx, asked, &lib, &code);
    if (cls) code = doc_library(lib, cls, folder, out) ? CAUSEWAY_OK : CAUSEWAY_USAGE;
    lib_free(lib);
    return code;
}
