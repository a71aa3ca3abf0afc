/* incoming.c - what comes from other tools: FMUs shown and checked. */
#include "session/api.h"

/* A file that cannot be read or unpacked is a matter of usage, one that breaks rules is invalid. */
static causeway_status file_error(const Context *ctx) {
    if (base_unsupported_count(ctx) == base_error_count(ctx)) return CAUSEWAY_UNTRANSLATABLE;
    return base_errors_are(ctx, "XCH0002") || base_errors_are(ctx, "PKG0005") ? CAUSEWAY_USAGE : CAUSEWAY_INVALID;
}

causeway_status ses_show_fmu(Context *ctx, const char *path, bool json, Text *out) {
    XchFmu *f = xch_open(ctx, path);
    if (!f) return file_error(ctx);
    xch_show(f->model, json, out);
    xch_close(f);
    return CAUSEWAY_OK;
}

causeway_status ses_check_fmu(Context *ctx, const char *path, Text *out) {
    XchFmu *f = xch_open(ctx, path);
    if (!f) return file_error(ctx);
    size_t broken = xch_check_rules(ctx, f->model), before = base_error_count(ctx);
    int probed = xch_probe(ctx, f);
    size_t contradictions = base_error_count(ctx) - before;
    base_text_printf(out, "%s: FMI %s, %zu variables, %u states, %u event indicators; %zu rules broken; ",
                     f->model->name, f->model->fmi_version, f->model->variables.n, f->model->nstates,
                     f->model->nindicators, broken);
    if (probed)
        base_text_printf(out, "the binary contradicts its description in %zu points (%s%s%s)\n", contradictions,
                         probed & XCH_ME ? "model exchange" : "", probed == (XCH_ME | XCH_CS) ? ", " : "",
                         probed & XCH_CS ? "co-simulation" : "");
    else base_text_add(out, "there is no binary for this machine to look at\n");
    xch_close(f);
    return broken || contradictions ? CAUSEWAY_INVALID : CAUSEWAY_OK;
}
