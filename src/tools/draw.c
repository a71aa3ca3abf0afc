/* draw.c - `causeway draw`: pictures of classes. */
#include "tools/tools.h"

#include "graphics/graphics.h"
#include "elaborate/elaborate.h"

#include <errno.h>
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

static bool open_instant(ToolRun *r, Instant *at) {
    at->result = res_open(r->ctx, r->options->result);
    if (!at->result) return false;
    size_t n = res_rows(at->result);
    const double *t = res_time(at->result);
    if (!n) {
        base_error(r->ctx, "TOOL0012", (Span){0}, "%s holds no instant", r->options->result);
        return false;
    }
    at->row = n - 1;
    if (!tool_given(r->options->time)) return true;
    double wish = r->options->time;
    while (at->row > 0 && t[at->row] > wish) at->row--;
    if (at->row + 1 < n && wish > t[at->row] && t[at->row + 1] > t[at->row])
        at->part = (wish - t[at->row]) / (t[at->row + 1] - t[at->row]);
    return true;
}

static bool write_picture(ToolRun *r, const GfxPicture *p, const char *path) {
    double width = tool_given(r->options->width) ? r->options->width : 0;
    double height = tool_given(r->options->height) ? r->options->height : 0;
    if (ses_ends_with(path, ".png")) return gfx_png(r->ctx, p, width, height, path);
    Text t = {0};
    GfxSvg how = {.width = width, .height = height};
    if (ses_ends_with(path, ".json")) gfx_json(p, &t);
    else gfx_svg(p, &how, &t);
    FILE *f = tool_open_output(r->ctx, path);
    if (f) fwrite(base_text_str(&t), 1, t.n, f);
    base_text_free(&t);
    return f && tool_close_output(r->ctx, path, f);
}

static InstClass *instance_of(Inst *inst, LibClass *cls) {
    Text name = {0};
    lib_full_name(cls, &name);
    InstClass *c = inst_class_by_name(inst, base_text_str(&name), (Span){0});
    base_text_free(&name);
    return c;
}

static Inst *new_instances(ToolRun *r, LibTree *lib) {
    Inst *inst = inst_new(r->ctx, lib);
    inst->checking = inst->pictures = true;
    return inst;
}

/* ---- every class of a package ------------------------------------------------------------------------------------ */

typedef struct {
    ToolRun *run;
    LibTree *lib;
    Inst *inst;
    size_t classes, pictures, failed;
} All;

enum { CLASSES_PER_INST = 200 }; /* what instances share is worth keeping, but not for ever */

static void draw_both(All *a, LibClass *cls) {
    ToolRun *r = a->run;
    if (a->classes++ % CLASSES_PER_INST == 0) {
        inst_free(a->inst);
        a->inst = new_instances(r, a->lib);
    }
    size_t mark = base_diag_mark(r->ctx);
    InstClass *c = instance_of(a->inst, cls);
    if (c) base_diag_rollback(r->ctx, mark);
    else a->failed++;
    for (int layer = GFX_ICON; c && layer <= GFX_DIAGRAM; layer++) {
        GfxOptions how = {.layer = (GfxLayer)layer};
        GfxPicture *p = gfx_draw(c, &how);
        Text path = {0};
        base_text_printf(&path, "%s/", r->options->output);
        gfx_file_name(p->class_name, &path);
        base_text_add(&path, layer == GFX_ICON ? ".icon.svg" : ".diagram.svg");
        if (p->drawn) {
            a->pictures++;
            if (!write_picture(r, p, base_text_str(&path))) a->failed++;
        }
        base_text_free(&path);
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

static ToolExit draw_all(ToolRun *r, LibTree *lib, LibClass *cls) {
    if (mkdir(r->options->output, 0777) != 0 && errno != EEXIST) {
        base_error(r->ctx, "TOOL0006", (Span){0}, "cannot make the folder %s: %s", r->options->output, strerror(errno));
        return TOOL_USAGE;
    }
    All a = {.run = r, .lib = lib, .inst = new_instances(r, lib)};
    draw_below(&a, cls, 0);
    inst_free(a.inst);
    if (!r->options->quiet)
        printf("%zu classes, %zu pictures in %s, %zu failed\n", a.classes, a.pictures, r->options->output, a.failed);
    return a.failed ? TOOL_INVALID : TOOL_DONE;
}

/* ---- one class --------------------------------------------------------------------------------------------------- */

static ToolExit draw_one(ToolRun *r, LibTree *lib, LibClass *cls) {
    Instant at = {0};
    if (r->options->result && !open_instant(r, &at)) return TOOL_USAGE;
    Inst *inst = new_instances(r, lib);
    InstClass *c = instance_of(inst, cls);
    ToolExit code = c ? TOOL_DONE : ses_model_error(r->ctx);
    if (c) {
        GfxOptions how = {.layer = r->options->diagram ? GFX_DIAGRAM : GFX_ICON};
        if (at.result) how.value = value_at, how.arg = &at;
        GfxPicture *p = gfx_draw(c, &how);
        if (!write_picture(r, p, r->options->output)) code = TOOL_USAGE;
        gfx_free(p);
    }
    inst_free(inst);
    if (at.result) res_close(at.result);
    return code;
}

ToolExit tool_draw(ToolRun *r) {
    const char *out = r->options->output;
    bool known = out && (r->options->all || ses_ends_with(out, ".svg") || ses_ends_with(out, ".png") ||
                         ses_ends_with(out, ".json"));
    if (!known) {
        Diag *d =
            base_error(r->ctx, "TOOL0004", (Span){0}, "where the picture goes is missing: -o FILE.svg, .png or .json");
        base_hint(r->ctx, d, "causeway draw %s -o picture.svg", r->asked.subject);
        return TOOL_USAGE;
    }
    ToolExit code;
    LibTree *lib = ses_open_libraries(r->ctx, &r->asked, &code);
    LibClass *cls = lib ? ses_find_class(r->ctx, &r->asked, lib, r->asked.subject, &code) : NULL;
    if (cls) code = r->options->all ? draw_all(r, lib, cls) : draw_one(r, lib, cls);
    lib_free(lib);
    return code;
}
