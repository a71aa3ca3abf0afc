/* model.c - MODEL or FILE down the road: flat DAE, sorted blocks, C, machine code.
 *
 * Each station is reached by one function, which calls the one before it; what a command does not need is not
 * computed.  front.c reaches the first station.
 */
#include "tools/tools.h"

#include <string.h>

/* [{"before":9,"after":1,"count":3}, ...]: systems of one kind by their sizes. */
static void count_systems(ToolStats *s, const SymModel *m, bool linear, const char *name) {
    Map seen = {0};
    for (size_t i = 0; i < m->systems.n; i++) {
        const SymSystem *y = &m->systems.at[i];
        if (y->standby) continue;
        if (y->linear != linear) continue;
        uint64_t key = (uint64_t)y->full_size << 32 | y->n, count = 0;
        base_map_get(&seen, key, &count);
        base_map_put(&seen, key, count + 1);
    }
    Text t = {0};
    base_text_char(&t, '[');
    for (size_t i = 0; i < m->systems.n; i++) { /* in order of first appearance */
        const SymSystem *y = &m->systems.at[i];
        if (y->standby) continue;
        uint64_t key = (uint64_t)y->full_size << 32 | y->n, count = 0;
        if (y->linear != linear || !base_map_get(&seen, key, &count)) continue;
        base_map_del(&seen, key);
        base_text_printf(&t, "%s{\"before\":%u,\"after\":%u,\"count\":%llu}", t.n > 1 ? "," : "", y->full_size, y->n,
                         (unsigned long long)count);
    }
    base_text_char(&t, ']');
    tool_count_json(s, name, base_text_str(&t));
    base_text_free(&t);
    base_map_free(&seen);
}

ToolTranslation tool_translation(const ToolOptions *o) {
    ToolTranslation t;
    memset(&t, 0, sizeof t); /* its bytes are part of the key of the cache */
    t.sym.no_tearing = o->no_tearing;
    t.sym.steady_state = o->steady_state;
    return t;
}

ToolExit tool_sorted_model(ToolRun *r, ToolModel *m) {
    ToolExit code = tool_flat_model(r, m);
    if (code != TOOL_DONE) return code;
    ToolClock began = tool_clock();
    if (!tool_check_determined(r->ctx, m->dae, false)) return TOOL_INVALID;
    tool_warn_parameters(r->ctx, m->dae);
    ToolTranslation how = tool_translation(r->options);
    how.sym.source = tool_source_map(r->ctx, m->front, m->dae, &m->source);
    /* text, syntax and instances: the flat DAE knows all that is needed from here on */
    if (m->front) tool_free_front(m->front);
    m->sym = sym_translate(m->dae, &how.sym);
    tool_phase(&r->stats, TOOL_SYMBOLIC, began);
    if (!m->sym) {
        bool unsupported = base_unsupported_count(r->ctx) == base_error_count(r->ctx);
        return unsupported || tool_is_balanced(m->dae) ? TOOL_UNTRANSLATABLE : TOOL_INVALID;
    }
    tool_count(&r->stats, "states", (double)m->sym->states.n);
    count_systems(&r->stats, m->sym, true, "linear_systems");
    count_systems(&r->stats, m->sym, false, "nonlinear_systems");
    tool_count(&r->stats, "shapes", (double)m->dae->shapes.n);
    return TOOL_DONE;
}

ToolExit tool_code_model(ToolRun *r, ToolModel *m, bool comments) {
    ToolExit code = tool_sorted_model(r, m);
    if (code != TOOL_DONE) return code;
    ToolClock began = tool_clock();
    ToolTranslation how = tool_translation(r->options);
    how.gen.comments = comments;
    m->gen = gen_model(m->sym, &how.gen);
    tool_phase(&r->stats, TOOL_CODEGEN, began);
    return m->gen ? TOOL_DONE : TOOL_UNTRANSLATABLE;
}

static ToolExit compile_model(ToolRun *r, ToolModel *m, const ToolCache *c) {
    const char *tier = r->options->compile;
    CompOptions options = {.tier = COMP_AUTO, .patience = 1, .keep = c->on};
    if (tier && strcmp(tier, "tcc") == 0) options.tier = COMP_TCC;
    if (tier && strcmp(tier, "cc") == 0) options.tier = COMP_CC;
    ToolClock began = tool_clock();
    size_t refused = base_unsupported_count(r->ctx);
    m->comp = comp_model(m->gen, &options);
    tool_phase(&r->stats, TOOL_COMPILE, began);
    if (m->comp) return TOOL_DONE;
    return base_unsupported_count(r->ctx) > refused ? TOOL_UNTRANSLATABLE : TOOL_FAULT; /* the user's C, or ours */
}

ToolExit tool_ready_model(ToolRun *r, ToolModel *m) {
    ToolCache cache;
    ToolClock began = tool_clock();
    bool found = tool_cache_find(r, m, &cache);
    tool_phase(&r->stats, TOOL_LOAD, began);
    ToolExit code = found ? TOOL_DONE : tool_code_model(r, m, false);
    if (code == TOOL_DONE) code = compile_model(r, m, &cache);
    if (code == TOOL_DONE && !found) tool_cache_keep(r, m, &cache);
    Text outcome = {0};
    base_text_json(&outcome, cache.outcome, strlen(cache.outcome));
    tool_count_json(&r->stats, "cache", base_text_str(&outcome));
    base_text_free(&outcome);
    tool_cache_done(&cache);
    return code;
}

void tool_free_model(ToolModel *m) {
    if (m->comp) comp_model_free(m->comp);
    if (m->gen) gen_free(m->gen);
    if (m->sym) sym_free(m->sym);
    tool_free_source_map(m->source);
    tool_free_flat(m);
}
