/* cmd_emi.c - `causeway emi`: a model as an external model (include/causeway/emi.h). */
#include "tools/tools.h"

#include <stdlib.h>
#include <string.h>

static ToolExit write_library(ToolRun *r, SesModel *m, FmiInterface *what) {
    const char *name = base_str(r->ctx->names, m->dae->model);
    if (!*name) name = "model";
    if (!what->path) what->path = base_sprintf(&r->ctx->arena, "%s.so", name);
    ToolExit code = ses_external_model(m, what);
    if (code == TOOL_DONE && !r->options->quiet) printf("%s -> %s\n", name, what->path);
    return code;
}

/* ---- the wizard: what no option says is asked for ---------------------------------------------------------------- */

/* A line that was typed, without blanks around it; NULL at the end of the input. */
static char *ask(ToolRun *r, const char *question) {
    char line[4096];
    fputs(question, stdout);
    fflush(stdout);
    if (!fgets(line, sizeof line, stdin)) {
        base_error(r->ctx, "TOOL0004", (Span){0}, "the answers end before the last question");
        return NULL;
    }
    size_t from = strspn(line, " \t\r\n"), n = strlen(line);
    while (n > from && strchr(" \t\r\n", line[n - 1])) n--;
    return base_strndup(&r->ctx->arena, line + from, n - from);
}

/* The name that a word means: a number in the list, or a name that stands as it is. */
static const char *meant(const VecStr *from, const char *word, bool only) {
    char *end;
    unsigned long k = strtoul(word, &end, 10);
    if (!*end && k >= 1 && k <= from->n) return from->at[k - 1];
    for (size_t i = 0; i < from->n; i++)
        if (!strcmp(from->at[i], word)) return word;
    return only || !*end ? NULL : word;
}

/* Names parted by commas from numbers and names; NULL: a word means nothing, which is said. */
static const char *chosen(ToolRun *r, const VecStr *from, char *words, bool only) {
    Text t = {0};
    bool ok = true;
    for (char *at, *w = strtok_r(words, ", \t", &at); w && ok; w = strtok_r(NULL, ", \t", &at)) {
        const char *name = meant(from, w, only);
        ok = name != NULL;
        if (ok) base_text_printf(&t, "%s%s", t.n ? "," : "", name);
        else printf("  %s is none of them\n", w);
    }
    const char *list = ok ? base_strdup(&r->ctx->arena, base_text_str(&t)) : NULL;
    base_text_free(&t);
    return list;
}

/* Asks until the answer can be used; an empty one is all of them, or none.  false: there are no more answers. */
static bool choose(ToolRun *r, const char *what, const VecStr *from, bool all, bool only, const char **list) {
    if (*list) return true; /* by an option */
    if (!from->n && only) return *list = "", true;
    printf("%s%s\n", what, from->n ? ":" : ": none");
    for (size_t i = 0; i < from->n; i++) printf("  %zu  %s\n", i + 1, from->at[i]);
    const char *question = base_sprintf(&r->ctx->arena, "numbers or names [%s]: ", all && from->n ? "all" : "none");
    while (!*list) {
        char *words = ask(r, question);
        if (!words) return false;
        bool every = !strcmp(words, "all") || (!*words && all);
        if (every || !*words || !strcmp(words, "none")) {
            Text t = {0};
            for (size_t i = 0; every && i < from->n; i++) base_text_printf(&t, "%s%s", i ? "," : "", from->at[i]);
            *list = base_strdup(&r->ctx->arena, base_text_str(&t));
            base_text_free(&t);
        } else *list = chosen(r, from, words, only);
    }
    return true;
}

/* FILE... MODEL as typed becomes the request. */
static bool ask_model(ToolRun *r) {
    char *words = ask(r, "Model (files and model, or a file): ");
    VecStr list = {0};
    list.at = BASE_ARRAY(&r->ctx->arena, char *, words ? strlen(words) + 1 : 1);
    for (char *at, *w = words ? strtok_r(words, " \t", &at) : NULL; w; w = strtok_r(NULL, " \t", &at))
        list.at[list.n++] = w;
    if (words && !list.n) base_error(r->ctx, "TOOL0004", (Span){0}, "something is missing: a model");
    if (!list.n) return false;
    r->asked.subject = list.at[--list.n];
    r->asked.files = list;
    return true;
}

static bool ask_interface(ToolRun *r, const FmiOffer *offer, SesModel *m, FmiInterface *what) {
    if (!choose(r, "Inputs", &offer->inputs, true, true, &what->inputs) ||
        !choose(r, "Outputs (other variables may be named)", &offer->outputs, true, false, &what->outputs) ||
        !choose(r, "Parameters", &offer->parameters, false, true, &what->parameters))
        return false;
    if (what->path) return true;
    const char *name = base_str(r->ctx->names, m->dae->model),
               *usual = base_sprintf(&r->ctx->arena, "%s.so", *name ? name : "model");
    const char *path = ask(r, base_sprintf(&r->ctx->arena, "Library [%s]: ", usual));
    if (path) what->path = *path ? path : usual;
    return path != NULL;
}

/* The command that would have done the same. */
static void tell_command(const SesRequest *asked, const FmiInterface *what) {
    printf("causeway emi");
    for (size_t i = 0; i < asked->files.n; i++) printf(" %s", asked->files.at[i]);
    printf(" %s --inputs '%s' --outputs '%s' --parameters '%s' -o %s\n", asked->subject, what->inputs, what->outputs,
           what->parameters, what->path);
}

static ToolExit guide(ToolRun *r, FmiInterface *what) {
    if (!ask_model(r)) return TOOL_USAGE;
    SesModel m = tool_model(r);
    FmiOffer offer = {0};
    ToolExit code = ses_external_offer(&m, &offer);
    if (code == TOOL_DONE && !ask_interface(r, &offer, &m, what)) code = TOOL_USAGE;
    if (code == TOOL_DONE) code = write_library(r, &m, what);
    if (code == TOOL_DONE) tell_command(&r->asked, what);
    vec_free(&offer.inputs), vec_free(&offer.outputs), vec_free(&offer.parameters);
    ses_free(&m);
    return code;
}

ToolExit tool_emi(ToolRun *r) {
    const ToolOptions *o = r->options;
    FmiInterface what = {
        .inputs = o->emi_inputs, .outputs = o->emi_outputs, .parameters = o->emi_parameters, .path = o->output};
    if (!o->words.n) return guide(r, &what);
    SesModel m = tool_model(r);
    ToolExit code = ses_ready(&m);
    if (code == TOOL_DONE) code = write_library(r, &m, &what);
    ses_free(&m);
    return code;
}
