/* cmd_animate.c - `causeway animate`: a model run, and its motion in space as a file. */
#include "tools/tools_impl.h"

#include "server/server.h"

#include <math.h>
#include <string.h>

static const SrvAsset *page_script(void) {
    size_t n;
    const SrvAsset *assets = tool_studio_assets(&n);
    for (size_t i = 0; i < n; i++)
        if (strcmp(assets[i].path, "view3d.js") == 0) return &assets[i];
    return NULL;
}

static int pixels(double given) { return given == given && given >= 1 && given < 1e6 ? (int)given : 0; }

ToolExit tool_animate(ToolRun *r) {
    const ToolOptions *o = r->options;
    causeway_run_options run;
    Text why = {0};
    if (!o->output) {
        base_error(r->ctx, "TOOL0071", (Span){0},
                   "say with -o where the animation goes: FILE.glb, FILE.html or FILE.png");
        return TOOL_USAGE;
    }
    causeway_run_options_init(&run);
    run.start = o->start;
    run.stop = o->stop;
    run.interval = o->interval;
    run.tolerance = o->tolerance;
    run.solver = o->solver;
    SrvAnimation a = {.server = {.libraries = o->libraries, .most = 1},
                      .model = vec_last(&o->words),
                      .parameters = o->parameters,
                      .run = &run,
                      .path = o->output,
                      .time = o->time,
                      .width = pixels(o->width),
                      .height = pixels(o->height),
                      .view = page_script()};
    for (size_t i = 0; i + 1 < o->words.n; i++) vec_push(&a.server.files, o->words.at[i]);
    ToolExit code = srv_animate(&a, &why);
    if (code != TOOL_DONE)
        base_error(r->ctx, "TOOL0071", (Span){0}, "%s", why.n ? why.at : "the animation cannot be made");
    else if (!o->quiet) printf("%s\n", o->output);
    vec_free(&a.server.files);
    base_text_free(&why);
    return code;
}
