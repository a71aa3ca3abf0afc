/* explain.c - what translation did, as text for people and as JSON for programs.
 *
 * Before: a finished SymModel.  After: nothing has changed.
 */
#include "debug/debug_impl.h"

#include <string.h>

enum { MOST_BLOCKS = 400, MOST_LINES = 60 }; /* larger models are summed up, not listed */

static const char *reason_text(uint32_t why) {
    switch (why) {
    case SYM_WHY_PREFER: return "stateSelect = prefer";
    case SYM_WHY_ALWAYS: return "stateSelect = always";
    case SYM_WHY_LEFT_OVER: return "differentiated, and no constraint determines it";
    case SYM_WHY_DYNAMIC: return "picked while running";
    default: return "its derivative occurs in the equations";
    }
}

static const char *reason_word(uint32_t why) {
    switch (why) {
    case SYM_WHY_PREFER: return "prefer";
    case SYM_WHY_ALWAYS: return "always";
    case SYM_WHY_LEFT_OVER: return "left-over";
    case SYM_WHY_DYNAMIC: return "dynamic";
    default: return "differentiated";
    }
}

static const char *when_text(uint32_t flags) {
    if (flags & SYM_DISCRETE) return "at events";
    if (flags & SYM_OUTPUT) return "for results only";
    return "needed";
}

/* One equation without the line end that the printer adds. */
static void add_equation(const Dae *d, const DaeEquation *eq, Text *out) {
    dae_print_equation(d, eq, out);
    while (out->n && (out->at[out->n - 1] == '\n' || out->at[out->n - 1] == ';' || out->at[out->n - 1] == ' '))
        out->at[--out->n] = 0;
}

static void add_counts(const SymModel *m, Text *out) {
    const SymCounts *c = &m->counts;
    uint32_t linear = 0, nonlinear = 0;
    for (size_t i = 0; i < m->blocks.n; i++)
        if (m->blocks.at[i].system != UINT32_MAX) {
            if (m->systems.at[m->blocks.at[i].system].linear) linear++;
            else nonlinear++;
        }
    base_text_printf(out, "equations           %8u   %u variables, %u shapes\n", c->equations, c->variables,
                     c->shapes_in);
    base_text_printf(out, "after aliases       %8u\n", c->equations_after_alias);
    base_text_printf(out, "after constants     %8u   %u aliases, %u constants and parameter expressions in all\n",
                     c->equations_left, c->alias_removed, c->constants_found);
    base_text_printf(out, "differentiated      %8u   %u derivatives became ordinary unknowns\n", c->differentiated,
                     c->dummy);
    base_text_printf(out, "states              %8u\n", c->states);
    base_text_printf(out, "assignments         %8u\n", c->scalar_blocks);
    base_text_printf(out, "linear systems      %8u\n", linear);
    base_text_printf(out, "nonlinear systems   %8u\n", nonlinear);
    base_text_printf(out, "events              %8zu   relations, %zu samples\n", m->relations.n, m->samples.n);
}

static void add_system(const SymModel *m, const SymSystem *s, int depth, Text *out) {
    const Dae *d = m->dae;
    base_text_printf(out, "%*s  %s%s system of %u equations, torn to %u%s\n", depth * 6, "",
                     s->constant ? "constant " : "", s->linear ? "linear" : "nonlinear", s->full_size, s->n,
                     depth ? ", inside" : "");
    base_text_printf(out, "%*s    unknowns", depth * 6, "");
    for (uint32_t i = 0; i < s->n && i < MOST_LINES; i++) {
        base_text_add(out, i ? ", " : " ");
        dae_var_text(d, s->unknowns[i], out);
    }
    if (s->n > MOST_LINES) base_text_add(out, ", ...");
    base_text_add(out, "\n");
    for (uint32_t i = 0; i < s->ninner && i < MOST_LINES; i++) {
        uint32_t inside = sym_nested(d, &s->inner[i]);
        if (inside != UINT32_MAX) {
            add_system(m, &m->systems.at[inside], depth + 1, out);
            continue;
        }
        base_text_printf(out, "%*s      ", depth * 6, "");
        add_equation(d, &s->inner[i], out);
        base_text_add(out, "\n");
    }
    if (s->ninner > MOST_LINES)
        base_text_printf(out, "%*s      ... and %u more\n", depth * 6, "", s->ninner - MOST_LINES);
    for (uint32_t i = 0; i < s->n && i < MOST_LINES; i++) {
        base_text_printf(out, "%*s    residual  ", depth * 6, "");
        add_equation(d, &s->residuals[i], out);
        base_text_add(out, "\n");
    }
    if (s->n > MOST_LINES) base_text_printf(out, "%*s    ... and %u more\n", depth * 6, "", s->n - MOST_LINES);
}

static void add_blocks(const SymModel *m, const SymBlocks *blocks, Text *out) {
    size_t shown = blocks->n < MOST_BLOCKS ? blocks->n : MOST_BLOCKS;
    for (size_t i = 0; i < shown; i++) {
        const SymBlock *b = &blocks->at[i];
        if (b->system != UINT32_MAX) {
            add_system(m, &m->systems.at[b->system], 0, out);
            continue;
        }
        base_text_add(out, "  ");
        add_equation(m->dae, &b->eq, out);
        if (b->flags & (SYM_DISCRETE | SYM_OUTPUT)) base_text_printf(out, "    // %s", when_text(b->flags));
        base_text_add(out, "\n");
    }
    if (shown < blocks->n) base_text_printf(out, "  ... and %zu more blocks\n", blocks->n - shown);
}

static void explain_text(const SymModel *m, Text *out) {
    const Dae *d = m->dae;
    base_text_printf(out, "model %s\n\n", base_str(d->ctx->names, d->model));
    add_counts(m, out);
    base_text_add(out, "\nstates\n");
    for (size_t i = 0; i < m->states.n && i < MOST_BLOCKS; i++) {
        base_text_add(out, "  ");
        dae_var_text(d, m->states.at[i].x, out);
        base_text_printf(out, "    %s\n", reason_text(m->states.at[i].why));
    }
    if (m->states.n > MOST_BLOCKS) base_text_printf(out, "  ... and %zu more\n", m->states.n - MOST_BLOCKS);
    for (size_t i = 0; i < m->selections.n; i++) {
        const SymSelection *s = &m->selections.at[i];
        base_text_printf(out, "  %u of", s->nstates);
        for (uint32_t k = 0; k < s->n; k++) {
            base_text_add(out, k ? ", " : " ");
            dae_var_text(d, s->x[k], out);
        }
        base_text_add(out, " at a time: ");
        for (uint32_t k = 0; k < s->nstates; k++) {
            if (k) base_text_add(out, ", ");
            dae_var_text(d, s->z[k], out);
        }
        base_text_add(out, "\n");
    }
    if (m->init_guess_fixed.n) base_text_add(out, "\nstart values taken because too few conditions were given\n");
    for (size_t i = 0; i < m->init_guess_fixed.n && i < MOST_BLOCKS; i++) {
        base_text_add(out, "  ");
        dae_var_text(d, m->init_guess_fixed.at[i], out);
        base_text_add(out, "\n");
    }
    base_text_add(out, "\nparameters\n");
    add_blocks(m, &m->parameters, out);
    base_text_add(out, "\ninitial equations\n");
    add_blocks(m, &m->initial, out);
    base_text_add(out, "\nsimulation equations\n");
    add_blocks(m, &m->blocks, out);
}

/* ---- JSON -------------------------------------------------------------------------------------------------------- */

static void json_text(Text *out, Text *value) {
    base_text_json(out, base_text_str(value), value->n);
    value->n = 0;
    if (value->at) value->at[0] = 0;
}

static void json_var(const SymModel *m, DaeVar v, Text *out) {
    Text t = {0};
    dae_var_text(m->dae, v, &t);
    json_text(out, &t);
    base_text_free(&t);
}

static void json_equation(const SymModel *m, const DaeEquation *eq, Text *out) {
    Text t = {0};
    add_equation(m->dae, eq, &t);
    json_text(out, &t);
    base_text_free(&t);
}

static void json_system(const SymModel *m, const SymSystem *s, Text *out) {
    base_text_printf(out, "\"system\":{\"linear\":%s,\"constant\":%s,\"size\":%u,\"torn\":%u,\"unknowns\":[",
                     s->linear ? "true" : "false", s->constant ? "true" : "false", s->full_size, s->n);
    for (uint32_t k = 0; k < s->n; k++) {
        if (k) base_text_add(out, ",");
        json_var(m, s->unknowns[k], out);
    }
    base_text_add(out, "],\"inner\":[");
    for (uint32_t k = 0; k < s->ninner; k++) {
        uint32_t inside = sym_nested(m->dae, &s->inner[k]);
        if (k) base_text_add(out, ",");
        if (inside == UINT32_MAX) json_equation(m, &s->inner[k], out);
        else {
            base_text_add(out, "{");
            json_system(m, &m->systems.at[inside], out);
            base_text_add(out, "}");
        }
    }
    base_text_add(out, "],\"residuals\":[");
    for (uint32_t k = 0; k < s->n; k++) {
        if (k) base_text_add(out, ",");
        json_equation(m, &s->residuals[k], out);
    }
    base_text_add(out, "]}");
}

static void json_blocks(const SymModel *m, const SymBlocks *blocks, Text *out) {
    base_text_add(out, "[");
    for (size_t i = 0; i < blocks->n; i++) {
        const SymBlock *b = &blocks->at[i];
        base_text_add(out, i ? ",\n  " : "\n  ");
        base_text_printf(out, "{\"when\":\"%s\",", when_text(b->flags));
        if (b->system == UINT32_MAX) {
            base_text_add(out, "\"equation\":");
            json_equation(m, &b->eq, out);
            base_text_add(out, "}");
            continue;
        }
        json_system(m, &m->systems.at[b->system], out);
        base_text_add(out, "}");
    }
    base_text_add(out, "]");
}

static void explain_json(const SymModel *m, Text *out) {
    const SymCounts *c = &m->counts;
    const char *name = base_str(m->dae->ctx->names, m->dae->model);
    base_text_add(out, "{\"model\":");
    base_text_json(out, name, strlen(name));
    base_text_printf(out,
                     ",\n\"counts\":{\"variables\":%u,\"equations\":%u,\"aliases_removed\":%u,"
                     "\"constants_found\":%u,"
                     "\"equations_after_alias\":%u,\"equations_left\":%u,\"differentiated\":%u,"
                     "\"dummy_derivatives\":%u,\"states\":%u,"
                     "\"assignments\":%u,\"shapes_before\":%u,\"shapes_after\":%u,\"relations\":%"
                     "zu,\"samples\":%zu},\n",
                     c->variables, c->equations, c->alias_removed, c->constants_found, c->equations_after_alias,
                     c->equations_left, c->differentiated, c->dummy, c->states, c->scalar_blocks, c->shapes_in,
                     c->shapes_out, m->relations.n, m->samples.n);
    base_text_add(out, "\"states\":[");
    for (size_t i = 0; i < m->states.n; i++) {
        if (i) base_text_add(out, ",");
        base_text_add(out, "{\"name\":");
        json_var(m, m->states.at[i].x, out);
        base_text_printf(out, ",\"why\":\"%s\"}", reason_word(m->states.at[i].why));
    }
    base_text_add(out, "],\n\"starts_taken\":[");
    for (size_t i = 0; i < m->init_guess_fixed.n; i++) {
        if (i) base_text_add(out, ",");
        json_var(m, m->init_guess_fixed.at[i], out);
    }
    base_text_add(out, "],\n\"initial\":");
    json_blocks(m, &m->initial, out);
    base_text_add(out, ",\n\"simulation\":");
    json_blocks(m, &m->blocks, out);
    base_text_add(out, "}\n");
}

void dbg_explain(const SymModel *m, bool json, Text *out) {
    if (json) explain_json(m, out);
    else explain_text(m, out);
}
