/* explain.c - `causeway explain`: what translation did with a model. */
#include "tools/tools.h"

#include <string.h>

static SymStrategy chosen_strategy(const char *word) {
    if (!word) return SYM_STRATEGY_ALL;
    if (strcmp(word, "remove-variable") == 0) return SYM_STRATEGY_REMOVE;
    if (strcmp(word, "couple") == 0) return SYM_STRATEGY_COUPLE;
    return strcmp(word, "add-equation") == 0 ? SYM_STRATEGY_ADD : SYM_STRATEGY_ALL;
}

/* The structural debugger: the diagnosis takes the place of the messages. */
static ToolExit diagnose(ToolRun *r) {
    ToolModel m = {0};
    ToolExit code = tool_flat_model(r, &m);
    bool balanced = code == TOOL_DONE && tool_is_balanced(m.dae);
    SymDiagnosis *x = code == TOOL_DONE ? tool_check_structure(r, &m) : NULL;
    if (code == TOOL_DONE && !x) code = TOOL_UNTRANSLATABLE;
    if (x) {
        if (!x->square) code = balanced ? TOOL_UNTRANSLATABLE : TOOL_INVALID;
        base_diag_clear(r->ctx);
        Text t = {0};
        sym_print_diagnosis(x, chosen_strategy(r->options->strategy), r->options->json, &t);
        ToolExit written = tool_write_text(r, base_text_str(&t), t.n);
        if (written != TOOL_DONE) code = written;
        base_text_free(&t);
    }
    tool_free_model(&m);
    return code;
}

ToolExit tool_explain(ToolRun *r) {
    if (r->options->diagnose) return diagnose(r);
    ToolModel m = {0};
    ToolExit code = tool_sorted_model(r, &m);
    if (code == TOOL_DONE) {
        Text t = {0};
        sym_explain(m.sym, r->options->json, &t);
        code = tool_write_text(r, base_text_str(&t), t.n);
        base_text_free(&t);
    }
    tool_free_model(&m);
    return code;
}
