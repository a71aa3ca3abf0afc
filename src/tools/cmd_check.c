/* cmd_check.c - `causeway check`: is a class valid, and has it as many equations as unknowns?  Of a package: every
 * class. */
#include "tools/tools.h"

#include <string.h>
#include <unistd.h>

static void print_counts(const ToolRun *r, const Dae *d) {
    SesCounts c = ses_counts(d);
    const char *model = base_str(r->ctx->names, d->model);
    if (r->options->json) {
        Text t = {0};
        base_text_json(&t, model, strlen(model));
        printf("{\"model\":%s,\"equations\":%zu,\"unknowns\":%zu}\n", base_text_str(&t), c.equations, c.unknowns);
        base_text_free(&t);
    } else if (!r->options->quiet) {
        base_say(stdout, "%s: %zu equations, %zu unknowns%s\n", model, c.equations, c.unknowns,
                 c.open ? ", not counting what its connectors will be connected to" : "");
    }
}

static int threads_of(const ToolRun *r) {
    return tool_given(r->options->jobs) ? (int)r->options->jobs : (int)sysconf(_SC_NPROCESSORS_ONLN);
}

static void print_class(SesChecked *c) {
    if (c->code != TOOL_DONE) base_say(stderr, "%s: failed\n", c->name);
    fputs(base_text_str(&c->text), stderr);
}

static void print_library(const ToolRun *r, SesLibraryCheck *k) {
    size_t failed = 0, models = 0;
    Text tolerated = {0}, note = {0};
    for (size_t i = 0; i < k->classes.n; i++) {
        SesChecked *c = &k->classes.at[i];
        models += c->model;
        failed += c->code != TOOL_DONE;
        print_class(c);
        base_text_add(&tolerated, base_text_str(&c->tolerated));
    }
    base_tolerated_note(r->ctx, base_text_str(&tolerated), &note);
    fputs(base_text_str(&note), stderr);
    base_text_free(&tolerated);
    base_text_free(&note);
    if (!r->options->quiet)
        printf(r->options->json ? "{\"classes\":%zu,\"models\":%zu,\"failed\":%zu}\n"
                                : "%zu classes checked, %zu of them models; %zu failed\n",
               k->classes.n, models, failed);
}

/* Is it a package, or a class that cannot be simulated?  Then that is checked. */
static bool check_package(ToolRun *r, bool failed, ToolExit *code) {
    SesLibraryCheck k = {0};
    bool package = ses_check_package(r->ctx, &r->asked, threads_of(r), failed, &k);
    if (package) print_library(r, &k);
    if (package) *code = k.worst;
    ses_free_check(&k);
    return package;
}

/* The other classes of the file: only of those that are wrong is something said. */
static ToolExit check_beside(ToolRun *r) {
    SesLibraryCheck k = {0};
    ses_check_beside(r->ctx, &r->asked, threads_of(r), &k);
    for (size_t i = 0; i < k.classes.n; i++)
        if (k.classes.at[i].code != TOOL_DONE) print_class(&k.classes.at[i]);
    ToolExit code = k.worst;
    ses_free_check(&k);
    return code;
}

static ToolExit check_fmu(ToolRun *r) {
    Text t = {0};
    ToolExit code = ses_check_fmu(r->ctx, r->asked.subject, &t);
    if (!r->options->quiet) fputs(base_text_str(&t), stdout);
    base_text_free(&t);
    return code;
}

static ToolExit check_modes(ToolRun *r, SesModel *m) {
    Text t = {0};
    size_t most = r->options->most_modes >= 1 ? (size_t)r->options->most_modes : 1;
    ToolExit code = ses_check_modes(m, most, &t);
    if (code == TOOL_DONE) code = tool_print_text(r, base_text_str(&t), t.n);
    base_text_free(&t);
    return code;
}

ToolExit tool_check(ToolRun *r) {
    if (ses_ends_with(r->asked.subject, ".fmu")) return check_fmu(r);
    SesModel m = tool_model(r);
    ToolExit code, again;
    if (check_package(r, false, &code)) return code;
    code = ses_flat(&m);
    if (code == TOOL_DONE) {
        print_counts(r, m.dae);
        code = ses_check_flat(&m);
        if (code == TOOL_DONE && tool_given(r->options->most_modes)) code = check_modes(r, &m);
    } else if (code == TOOL_INVALID && check_package(r, true, &again)) {
        code = again;
    }
    ses_free(&m);
    return code == TOOL_DONE ? check_beside(r) : code;
}
