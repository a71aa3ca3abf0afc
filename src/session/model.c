/* model.c - a model down the road: flat DAE, sorted blocks, C, machine code.
 *
 * Each station is reached by one function, which calls the one before it; what a command does not need is not
 * computed.  front.c reaches the first station.
 */
#include "session/session_impl.h"

#include <string.h>

/* [{"before":9,"after":1,"count":3}, ...]: systems of one kind by their sizes. */
static void count_systems(SesStats *s, const SymModel *m, bool linear, const char *name) {
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
    ses_count_json(s, name, base_text_str(&t));
    base_text_free(&t);
    base_map_free(&seen);
}

SesTranslation ses_translation(const SesRequest *asked) {
    SesTranslation t;
    memset(&t, 0, sizeof t); /* its bytes are part of the key of the cache */
    t.sym.no_tearing = asked->no_tearing;
    t.sym.steady_state = asked->steady_state;
    t.sym.fixed_states = asked->fixed_states;
    t.sym.open_first = asked->open_first;
    t.sym.by_value = asked->rank == RUN_RANK_BY_VALUE;
    t.gen.response = asked->response;
    return t;
}

enum { MOST_KEPT = 100000 }; /* variables: larger models are not kept flat beside their blocks */

causeway_status ses_sorted(SesModel *m) {
    if (m->sym) return CAUSEWAY_OK;
    causeway_status code = ses_flat(m);
    if (code != CAUSEWAY_OK) return code;
    SesClock began = ses_clock();
    if (!ses_check_determined(m->ctx, m->dae, false)) return CAUSEWAY_INVALID;
    ses_warn_parameters(m->ctx, m->dae);
    SesTranslation how = ses_translation(m->asked);
    how.sym.whole = m->asked->whole; /* beside what is hashed as bytes */
    how.sym.unsolvable = dbg_unsolvable;
    how.sym.unsolvable_arg = (void *)ses_source_map(m->ctx, m->front, m->dae, &m->source);
    /* text, syntax and instances: the flat DAE knows all that is needed from here on */
    if (m->front) ses_free_front(m->front);
    if (m->keep && m->dae->vars.n <= MOST_KEPT) m->flat = dae_copy(m->dae);
    m->sym = sym_translate_own(m->dae, &how.sym);
    ses_phase(m->stats, SES_SYMBOLIC, began);
    ses_blame(m);
    if (!m->sym) {
        bool unsupported = base_unsupported_count(m->ctx) == base_error_count(m->ctx);
        return unsupported || ses_is_balanced(m->dae) ? CAUSEWAY_UNTRANSLATABLE : CAUSEWAY_INVALID;
    }
    ses_count(m->stats, "states", (double)m->sym->states.n);
    count_systems(m->stats, m->sym, true, "linear_systems");
    count_systems(m->stats, m->sym, false, "nonlinear_systems");
    ses_count(m->stats, "shapes", (double)m->dae->shapes.n);
    return CAUSEWAY_OK;
}

causeway_status ses_code(SesModel *m, bool comments) {
    if (m->gen) return CAUSEWAY_OK;
    causeway_status code = ses_sorted(m);
    if (code != CAUSEWAY_OK) return code;
    SesClock began = ses_clock();
    SesTranslation how = ses_translation(m->asked);
    how.gen.comments = comments;
    m->gen = gen_model(m->sym, &how.gen);
    ses_phase(m->stats, SES_CODEGEN, began);
    return m->gen ? CAUSEWAY_OK : CAUSEWAY_UNTRANSLATABLE;
}

static causeway_status compile_model(SesModel *m, const SesCache *c) {
    CompOptions options = {.tier = m->asked->tier, .patience = 1, .keep = c->on};
    if (base_cancelled(m->ctx)) return CAUSEWAY_STOPPED;
    SesClock began = ses_clock();
    size_t refused = base_unsupported_count(m->ctx);
    m->comp = comp_model(m->gen, &options);
    ses_phase(m->stats, SES_COMPILE, began);
    if (m->comp) return CAUSEWAY_OK;
    return base_unsupported_count(m->ctx) > refused ? CAUSEWAY_UNTRANSLATABLE : CAUSEWAY_FAULT; /* their C, or ours */
}

causeway_status ses_ready(SesModel *m) {
    if (m->comp) return CAUSEWAY_OK;
    causeway_status taken = ses_take_fmu(m);
    if (taken != CAUSEWAY_OK) return taken;
    SesCache cache;
    SesClock began = ses_clock();
    bool found = ses_cache_find(m, &cache);
    ses_phase(m->stats, SES_LOAD, began);
    causeway_status code = found ? CAUSEWAY_OK : ses_code(m, false);
    if (code == CAUSEWAY_OK) code = compile_model(m, &cache);
    if (code == CAUSEWAY_OK && !found) ses_cache_keep(m, &cache);
    Text outcome = {0};
    base_text_json(&outcome, cache.outcome, strlen(cache.outcome));
    ses_count_json(m->stats, "cache", base_text_str(&outcome));
    base_text_free(&outcome);
    ses_cache_done(&cache);
    return code;
}

void ses_free(SesModel *m) {
    if (m->comp) comp_model_free(m->comp);
    if (m->gen) gen_free(m->gen);
    ses_free_source_map(m->source);
    if (m->sym) sym_free(m->sym); /* with its dae */
    else dae_free(m->dae);
    dae_free(m->flat);
    if (m->front) ses_free_front(m->front);
    if (m->scratch) pkg_remove_tree(m->scratch);
    *m = (SesModel){.ctx = m->ctx, .asked = m->asked, .stats = m->stats};
}
