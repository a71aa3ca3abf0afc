/* tables.c - tables of the model as C, for the run inside an FMU (carry/tables.h says what they mean). */
#include "fmi/fmi_impl.h"

#include <math.h>
#include <string.h>

static void number(FILE *out, double x) {
    if (isfinite(x)) fprintf(out, "%.17g", x);
    else fputs(isnan(x) ? "NAN" : x > 0 ? "HUGE_VAL" : "-HUGE_VAL", out);
}

static void text(FILE *out, const char *s) {
    Text t = {0};
    fmi_c_text(&t, s);
    fputs(base_text_str(&t), out);
    base_text_free(&t);
}

typedef struct {
    const FmiModel *m;
    FILE *out;
    uint32_t *reference; /* by variable */
    uint8_t *computed;   /* by variable: `parameters` gives it its value */
} Tables;

static int sign_of(const Tables *t, DaeVar v) {
    if (!(t->reference[v] & 1)) return 1;
    return t->m->dae->vars.at[v].base == DAE_BOOLEAN ? 0 : -1;
}

static void source(const Tables *t, DaeVar v) { fprintf(t->out, "{%u,%d}", t->reference[v] / 2, sign_of(t, v)); }

static double operand(const Tables *t, DaeOperand o, double otherwise) {
    if (o == DAE_NO_OPERAND || !dae_operand_is_const(o)) return otherwise;
    return t->m->dae->constants.at[o & ~DAE_CONSTANT_BIT];
}

static double nominal(const Tables *t, DaeVar v) {
    const Dae *d = t->m->dae;
    while (d->vars.at[v].kind == DAE_KIND_DERIVATIVE && d->attrs.at[d->vars.at[v].attrs].nominal == DAE_NO_OPERAND &&
           d->vars.at[v].of)
        v = d->vars.at[v].of;
    double x = fabs(operand(t, d->attrs.at[d->vars.at[v].attrs].nominal, 1));
    return x > 0 && isfinite(x) ? x : 1;
}

static void list(const Tables *t, const char *name, size_t number, const uint32_t *at, size_t n) {
    fprintf(t->out, "static const unsigned %s%zu[] = {", name, number);
    for (size_t i = 0; i < n; i++) fprintf(t->out, i % 16 == 15 ? "%u,\n" : "%u,", at[i]);
    fputs("0};\n", t->out);
}

static void states(const Tables *t) {
    const SymModel *s = t->m->sym;
    fputs("static const int fm_x[] = {", t->out);
    for (size_t i = 0; i < s->states.n; i++) fprintf(t->out, "%u,", s->states.at[i].x);
    fputs("0};\nstatic const FmSource fm_dx[] = {", t->out);
    for (size_t i = 0; i < s->states.n; i++) {
        source(t, s->states.at[i].dx);
        fputc(',', t->out);
    }
    fputs("{0,1}};\nstatic const double fm_nominal[] = {", t->out);
    for (size_t i = 0; i < s->states.n; i++) {
        number(t->out, nominal(t, s->states.at[i].x));
        fputc(',', t->out);
    }
    fputs("1};\n", t->out);
    const SolSizes *g = &t->m->groups;
    if (g->ngroups) {
        list(t, "fm_unsized", 0, g->state, g->end[g->ngroups - 1]);
        list(t, "fm_unsized_end", 0, g->end, g->ngroups);
        fprintf(t->out, "#define FM_UNSIZED %u\n", g->ngroups);
    }
    if (!s->jac_colptr || !s->jac_colour) return;
    const struct {
        const char *name;
        const uint32_t *at;
        size_t n;
    } parts[] = {{"fm_jac_colptr", s->jac_colptr, s->states.n + 1},
                 {"fm_jac_rowind", s->jac_rowind, s->jac_colptr[s->states.n]},
                 {"fm_jac_colour", s->jac_colour, s->states.n}};
    for (size_t k = 0; k < 3; k++) {
        fprintf(t->out, "static const int %s[] = {", parts[k].name);
        for (size_t i = 0; i < parts[k].n; i++) fprintf(t->out, "%u,", parts[k].at[i]);
        fputs("0};\n", t->out);
    }
}

static void order(const Tables *t, const int *columns, int n) {
    for (int k = 0; k < n; k++) fprintf(t->out, "%d,", columns[k]);
}

/* The matrices that are stored sparse: the order of their columns.  false: that of the integrator is not. */
static bool orders(const Tables *t, bool *sparse) {
    const GenModel *g = t->m->gen;
    const SymModel *s = t->m->sym;
    int at = 0, *of = base_realloc(NULL, (g->nsystems + 1) * sizeof *of);
    fputs("static const int fm_orders[] = {", t->out);
    for (uint32_t i = 0; i < g->nsystems; i++) {
        const CwSystem *cw = &g->systems[i];
        int *columns = cw->colptr && cw->colour ? fmi_order(cw->n, cw->colptr, cw->rowind, false) : NULL;
        of[i] = columns ? at : -1;
        if (columns) order(t, columns, cw->n), at += cw->n;
        base_realloc(columns, 0);
    }
    fputs("0};\nstatic const int fm_order_of[] = {", t->out);
    order(t, of, (int)g->nsystems);
    base_realloc(of, 0);
    int *columns = s->jac_colptr && s->jac_colour
                       ? fmi_order((int)s->states.n, (const int *)s->jac_colptr, (const int *)s->jac_rowind, true)
                       : NULL;
    fputs("-1};\n", t->out);
    if (columns) {
        fputs("static const int fm_jac_order[] = {", t->out);
        order(t, columns, (int)s->states.n);
        fputs("0};\n", t->out);
    }
    *sparse = columns || at;
    if (*sparse) fputs("#define FM_SPARSE\n", t->out);
    bool ordered = columns != NULL;
    base_realloc(columns, 0);
    return ordered;
}

static uint32_t pres(const Tables *t) {
    const Dae *d = t->m->dae;
    uint32_t n = 0;
    fputs("static const FmPre fm_pres[] = {", t->out);
    for (DaeVar i = 1; i < d->vars.n; i++) {
        const DaeVariable *v = &d->vars.at[i];
        if (v->kind != DAE_KIND_PRE || v->base == DAE_OBJECT) continue;
        const DaeVariable *of = &d->vars.at[v->of];
        int flags = of->kind == DAE_KIND_DISCRETE || of->base != DAE_REAL;
        flags |= v->base == DAE_STRING ? 2 : 0;
        flags |= v->start == DAE_NO_OPERAND ? 4 : 0;
        fprintf(t->out, "{%u,%d,", i, flags);
        source(t, v->of);
        fputs("},", t->out);
        n++;
    }
    fputs("{0,0,{0,1}}};\n", t->out);
    return n;
}

/* The largest nominal value among the variables of a relation. */
static double relation_scale(const Tables *t, const SymRelation *r) {
    const Dae *d = t->m->dae;
    double scale = 0;
    if (r->eq.shape >= d->shapes.n) return 1;
    const DaeOperand *o = dae_operands(d, &r->eq);
    for (uint32_t k = 0; k < d->shapes.at[r->eq.shape].nholes; k++) {
        if (dae_operand_is_const(o[k]) || o[k] == 0) continue;
        const DaeVariable *v = &d->vars.at[o[k]];
        if (v->kind > DAE_KIND_PARAMETER && v->base == DAE_REAL) scale = fmax(scale, nominal(t, o[k]));
    }
    return scale > 0 ? scale : 1;
}

static void relations(const Tables *t) {
    const SymModel *s = t->m->sym;
    fputs("static const FmRelation fm_relations[] = {", t->out);
    for (size_t i = 0; i < s->relations.n; i++) {
        const SymRelation *r = &s->relations.at[i];
        int op = r->op == DAE_LT ? 0 : r->op == DAE_LE ? 1 : r->op == DAE_GT ? 2 : 3;
        int kind = r->kind == SYM_REL_STATE ? 0 : r->kind == SYM_REL_TIME ? 1 : 2;
        fprintf(t->out, "{%u,%d,%d,%u,", r->var, kind, op, r->eq.origin);
        number(t->out, relation_scale(t, r));
        fputs("},", t->out);
    }
    fputs("{0,0,0,0,1}};\nstatic const FmSample fm_samples[] = {", t->out);
    for (size_t i = 0; i < s->samples.n; i++)
        fprintf(t->out, "{%u,%u,%u},", s->samples.at[i].var, s->samples.at[i].start_var, s->samples.at[i].interval_var);
    fputs("{0,0,0}};\n", t->out);
}

static void mark_computed(Tables *t) {
    const FmiModel *m = t->m;
    for (size_t i = 0; i < m->sym->parameters.n; i++) {
        const SymBlock *b = &m->sym->parameters.at[i];
        const SymSystem *s = b->system == UINT32_MAX ? NULL : &m->sym->systems.at[b->system];
        for (uint32_t k = 0; s && k < s->n; k++) t->computed[s->unknowns[k]] = 1;
        for (uint32_t k = 0; k < (s ? s->ninner : 1); k++) {
            const DaeEquation *eq = s ? &s->inner[k] : &b->eq;
            for (uint32_t j = 0; j < m->dae->shapes.at[eq->shape].nout; j++)
                t->computed[dae_operands(m->dae, eq)[j]] = 1;
        }
    }
}

/* starts, start_of, values, strings, kinds; *counts: how many of the first three and strings. */
static void values(const Tables *t, uint32_t counts[3]) {
    const Dae *d = t->m->dae;
    uint8_t *exact = BASE_ARRAY(&t->m->ctx->arena, uint8_t, d->vars.n + 1);
    memset(exact, 0, d->vars.n + 1);
    for (size_t i = 0; i < t->m->vars.n; i++)
        exact[t->m->vars.at[i].var] = t->m->vars.at[i].state && t->m->vars.at[i].initial == FMI_EXACT;
    fputs("static const FmStart fm_starts[] = {", t->out);
    for (DaeVar i = 1; i < d->vars.n; i++) {
        const DaeVariable *v = &d->vars.at[i];
        if (v->start == DAE_NO_OPERAND) continue;
        bool held = v->kind == DAE_KIND_CONSTANT || (v->kind == DAE_KIND_PARAMETER && (v->flags & DAE_FIXED));
        int put = (!t->computed[i] && !held) | exact[i] << 1;
        if (dae_operand_is_const(v->start)) fprintf(t->out, "{%u,-1,1,%d,", i, put);
        else fprintf(t->out, "{%u,%u,%d,%d,", i, t->reference[v->start] / 2, sign_of(t, v->start), put);
        number(t->out, operand(t, v->start, 0));
        fputs(counts[0]++ % 8 == 7 ? "},\n" : "},", t->out);
    }
    fputs("{0,-1,1,0,0}};\nstatic const int fm_start_of[] = {-1", t->out);
    int at = 0;
    for (DaeVar i = 1; i < d->vars.n; i++) fprintf(t->out, ",%d", d->vars.at[i].start == DAE_NO_OPERAND ? -1 : at++);
    fputs("};\nstatic const FmNumber fm_values[] = {", t->out);
    for (DaeVar i = 1; i < d->vars.n; i++) {
        const DaeVariable *v = &d->vars.at[i];
        bool known = v->start != DAE_NO_OPERAND && dae_operand_is_const(v->start);
        if (!known || (v->kind > DAE_KIND_PARAMETER && !(v->flags & DAE_INPUT))) continue;
        fprintf(t->out, "{%u,", i);
        number(t->out, operand(t, v->start, 0));
        fputs(counts[1]++ % 8 == 7 ? "},\n" : "},", t->out);
    }
    fputs("{0,0}};\nstatic const FmText fm_strings[] = {", t->out);
    for (DaeVar i = 1; i < d->vars.n; i++) {
        uint64_t k;
        if (d->vars.at[i].base != DAE_STRING) continue;
        const char *s = base_map_get(&d->string_of, i, &k) ? d->strings.at[k] : "";
        const char *file = s ? fmi_resource(t->m, s) : NULL;
        fprintf(t->out, "{%u,%d,", i, file != NULL);
        text(t->out, file ? file : s ? s : "");
        fputs("},", t->out);
        counts[2]++;
    }
    fputs("{0,0,\"\"}};\n", t->out);
}

static void kinds(const Tables *t) {
    const Dae *d = t->m->dae;
    uint8_t *state = BASE_ARRAY(&t->m->ctx->arena, uint8_t, d->vars.n + 1);
    for (size_t i = 0; i < t->m->sym->states.n; i++) state[t->m->sym->states.at[i].x] = 1;
    fputs("static const unsigned char fm_kinds[] = {4", t->out);
    for (DaeVar i = 1; i < d->vars.n; i++) {
        const DaeVariable *v = &d->vars.at[i];
        int kind = state[i]                        ? 3
                   : v->flags & DAE_INPUT          ? 2
                   : v->kind == DAE_KIND_PARAMETER ? 1
                   : v->kind == DAE_KIND_CONSTANT  ? 0
                                                   : 4;
        fprintf(t->out, ",%d", kind);
    }
    fputs("};\n", t->out);
}

static bool is_angle(const Tables *t, DaeVar v) {
    Name unit = t->m->dae->attrs.at[t->m->dae->vars.at[v].attrs].unit;
    return unit && !strcmp(base_str(t->m->ctx->names, unit), "rad");
}

/* Limits of the unknowns of systems, and which are angles; *limited, *turns: are there any? */
static void limits(const Tables *t, bool *limited, bool *turns) {
    const GenModel *g = t->m->gen;
    const Dae *d = t->m->dae;
    for (int side = 0; side < 3; side++) {
        bool *any = side < 2 ? limited : turns;
        Text text = {0};
        if (side != 1) *any = false;
        for (uint32_t i = 0; i < g->nsystems; i++)
            for (int k = 0; k < g->systems[i].n; k++) {
                DaeVar v = (DaeVar)g->systems[i].vars[k];
                const DaeAttrs *a = &d->attrs.at[d->vars.at[v].attrs];
                *any |=
                    side < 2 ? isfinite(operand(t, a->min, NAN)) || isfinite(operand(t, a->max, NAN)) : is_angle(t, v);
                if (side == 2) base_text_add(&text, is_angle(t, v) ? "1," : "0,");
                else
                    base_text_printf(
                        &text, "%.17g,",
                        fmin(1e308, fmax(-1e308, operand(t, side ? a->max : a->min, side ? 1e308 : -1e308))));
            }
        if (*any)
            fprintf(t->out, "static const %s[] = {%s0};\n",
                    side == 2 ? "unsigned char fm_turns"
                    : side    ? "double fm_high"
                              : "double fm_low",
                    base_text_str(&text));
        base_text_free(&text);
    }
}

static uint32_t systems(const Tables *t) {
    const GenModel *g = t->m->gen;
    uint32_t widest = 0;
    fputs("static const double fm_scales[] = {", t->out);
    for (uint32_t i = 0; i < g->nsystems; i++)
        for (int k = 0; k < g->systems[i].n; k++) {
            number(t->out, nominal(t, (DaeVar)g->systems[i].vars[k]));
            fputc(',', t->out);
        }
    fputs("1};\nstatic const int fm_scale_of[] = {", t->out);
    for (uint32_t i = 0, at = 0; i < g->nsystems; i++) {
        fprintf(t->out, "%u,", at);
        at += (uint32_t)g->systems[i].n;
        if ((uint32_t)g->systems[i].n > widest) widest = (uint32_t)g->systems[i].n;
    }
    fputs("0};\nstatic const int fm_reads[] = {", t->out);
    const MdModel *d = g->description;
    for (uint32_t i = 0; i < g->nsystems; i++)
        for (uint32_t k = 0; i < d->nsystems && k < d->systems[i].nrelations; k++)
            fprintf(t->out, "%u,", d->systems[i].relations[k]);
    fputs("0};\nstatic const int fm_read_of[] = {0", t->out);
    for (uint32_t i = 0, n = 0; i < g->nsystems; i++)
        fprintf(t->out, ",%u", n += i < d->nsystems ? d->systems[i].nrelations : 0);
    fputs("};\nstatic const char *const fm_system_names[] = {", t->out);
    for (uint32_t i = 0; i < g->nsystems; i++) {
        Text name = {0};
        if (g->systems[i].n) dae_var_text(t->m->dae, (DaeVar)g->systems[i].vars[0], &name);
        text(t->out, base_text_str(&name));
        fputc(',', t->out);
        base_text_free(&name);
    }
    fputs("\"\"};\n", t->out);
    return widest;
}

/* Places of asserts and of what may fail, as file:line; by origin. */
static uint32_t origins(const Tables *t) {
    const Dae *d = t->m->dae;
    uint32_t most = 0;
    for (size_t i = 0; i < t->m->sym->actions.n; i++)
        if (t->m->sym->actions.at[i].origin >= most) most = t->m->sym->actions.at[i].origin + 1;
    fputs("static const char *const fm_origins[] = {", t->out);
    for (uint32_t i = 0; i < most; i++) {
        Span span = dae_span(d, i);
        Text place = {0};
        if (span.file) {
            int line, column;
            base_source_position(t->m->ctx->sources, span.file, span.start, &line, &column);
            const char *path = base_source(t->m->ctx->sources, span.file)->path, *slash = strrchr(path, '/');
            base_text_printf(&place, "%s:%d", slash ? slash + 1 : path, line);
        }
        text(t->out, base_text_str(&place));
        fputs(i % 8 == 7 ? ",\n" : ",", t->out);
        base_text_free(&place);
    }
    fputs("\"\"};\n", t->out);
    return most;
}

/* Dynamic state selection. */
static void selections(const Tables *t) {
    const SymModel *m = t->m->sym;
    if (!m->selections.n) return;
    for (size_t i = 0; i < m->selections.n; i++) {
        const SymSelection *s = &m->selections.at[i];
        list(t, "fm_candidates", i, s->x, s->n);
        list(t, "fm_chosen", i, s->z, s->nstates);
        list(t, "fm_first", i, s->first, s->nstates + 1);
        list(t, "fm_of", i, s->of, s->npicks);
        list(t, "fm_pick", i, s->pick, s->npicks);
        list(t, "fm_row", i, s->row, s->nrows + 1);
        list(t, "fm_column", i, s->column, s->nentries);
        list(t, "fm_entry", i, s->entry, s->nentries);
    }
    fprintf(t->out, "#define FM_SELECTIONS %zu\nstatic const SolSelection fm_selections[] = {\n", m->selections.n);
    for (size_t i = 0; i < m->selections.n; i++) {
        const SymSelection *s = &m->selections.at[i];
        fprintf(t->out, "{%u,%u,%u,%u,fm_candidates%zu,fm_chosen%zu,fm_first%zu,fm_of%zu,fm_pick%zu,fm_row%zu,", s->n,
                s->nstates, s->nrows, s->ncols, i, i, i, i, i, i);
        fprintf(t->out, "fm_column%zu,fm_entry%zu},\n", i, i);
    }
    fputs("};\n", t->out);
}

/* Clocked variables, which have their start values until their clock ticks first. */
static uint32_t resting(const Tables *t) {
    const Dae *d = t->m->dae;
    uint32_t n = 0;
    uint64_t at;
    fputs("static const int fm_resting[] = {", t->out);
    for (DaeVar v = 1; d->partitions.n && v < d->vars.n; v++) {
        if (!base_map_get(&d->partition_of, v, &at) || d->partitions.at[at].method || t->reference[v] != 2 * v ||
            d->vars.at[v].kind != DAE_KIND_DISCRETE || d->vars.at[v].base == DAE_STRING)
            continue;
        fprintf(t->out, "%u,", v);
        n++;
    }
    fputs("0};\n", t->out);
    return n;
}

static void clocks(const Tables *t) {
    fputs("static const FmClock fm_clocks[] = {", t->out);
    for (size_t i = 0; i < t->m->clocks.n; i++) {
        const FmiClock *c = &t->m->clocks.at[i];
        fprintf(t->out, "{%u,%u,%u,%u,%u,%u,%d,%llu,%llu,%llu},", c->var, c->pre, c->tick, c->due, c->interval,
                c->shift, c->told, (unsigned long long)c->counter, (unsigned long long)c->shift_counter,
                (unsigned long long)c->resolution);
    }
    fputs("{0,0,0,0,0,0,0,0,0,0}};\n", t->out);
}

/* Sizes of arrays, in all of which elements have a place. */
static void shapes(const Tables *t) {
    const FmiModel *m = t->m;
    uint32_t at = 0;
    fputs("static const int fm_dim_of[] = {0", t->out);
    for (size_t i = 0; i < m->entries.n; i++) fprintf(t->out, ",%u", at += m->entries.at[i].rank);
    fputs("};\nstatic const int fm_dims[] = {", t->out);
    for (size_t i = 0; i < m->entries.n; i++)
        for (uint32_t k = 0; k < m->entries.at[i].rank; k++) fprintf(t->out, "%u,", m->entries.at[i].dims[k]);
    fputs("1};\n", t->out);
}

/* What value references of arrays stand for, and how many copies there are of those of scalars. */
static void arrays(const Tables *t) {
    const FmiModel *m = t->m;
    uint32_t at = 0;
    fprintf(t->out, "enum { FM_NARRAYS = %u, FM_COPIES = %u, FM_TOLD_INDICATORS = %u };\n", m->narrays,
            m->ncopies ? m->ncopies : 1, m->told_indicators);
    if (!m->arrays) return;
    fputs("static const FmSource fm_elements[] = {", t->out);
    for (size_t i = 0; i < m->entries.n; i++)
        for (uint32_t k = 0; m->entries.at[i].reference >= FMI_ARRAYS && k < m->entries.at[i].n; k++) {
            source(t, m->vars.at[m->entries.at[i].first + k].var);
            fputs(k % 8 == 7 ? ",\n" : ",", t->out);
        }
    fputs("{0,1}};\nstatic const int fm_arrays[] = {0", t->out);
    for (size_t i = 0; i < m->entries.n; i++)
        if (m->entries.at[i].reference >= FMI_ARRAYS) fprintf(t->out, ",%u", at += m->entries.at[i].n);
    fputs("};\n", t->out);
    if (m->sizes.n) shapes(t);
}

unsigned fmi_tables(const FmiModel *m, double fixed_step, FILE *out) {
    const SymModel *s = m->sym;
    Tables t = {m, out, NULL, NULL};
    size_t n = m->dae->vars.n;
    t.reference = base_realloc(NULL, (n + 1) * sizeof *t.reference);
    t.computed = base_realloc(NULL, n + 1);
    memset(t.computed, 0, n + 1);
    Map alias = {0};
    for (size_t i = 0; i < s->aliases.n; i++)
        base_map_put(&alias, s->aliases.at[i].var,
                     (uint64_t)s->aliases.at[i].target << 1 | (s->aliases.at[i].sign < 0));
    for (uint32_t i = 0; i < n; i++) {
        uint64_t at = (uint64_t)i << 1, next;
        while (base_map_get(&alias, at >> 1, &next)) at = (next & ~(uint64_t)1) | ((at ^ next) & 1);
        t.reference[i] = (uint32_t)at;
    }
    base_map_free(&alias);
    mark_computed(&t);
    bool jacobian = s->jac_colptr && s->jac_colour, homotopy = false;
    for (size_t i = 1; i < m->dae->pool.nodes.n; i++) homotopy |= m->dae->pool.nodes.at[i].op == DAE_HOMOTOPY;
    uint32_t counts[3] = {0};
    states(&t);
    selections(&t);
    uint32_t npres = pres(&t);
    relations(&t);
    values(&t, counts);
    kinds(&t);
    arrays(&t);
    clocks(&t);
    uint32_t nresting = resting(&t);
    uint32_t widest = systems(&t), norigins = origins(&t);
    bool sparse, limited, turns, ordered = orders(&t, &sparse);
    limits(&t, &limited, &turns);
    unsigned wants = SOL_CARRY_DENSE | (sparse ? SOL_CARRY_SPARSE : 0) | (s->selections.n ? SOL_CARRY_PICK : 0);
    if (m->groups.ngroups) wants |= SOL_CARRY_FOLLOW;
    if (m->gen->nsystems) wants |= SOL_CARRY_EQUATIONS, fputs("#define FM_SYSTEMS\n", out);
    for (uint32_t i = 0; i < m->gen->nsystems; i++)
        if (!m->gen->systems[i].linear) wants |= SOL_CARRY_NONLINEAR;
    if (wants & SOL_CARRY_NONLINEAR) fputs("#define FM_NONLINEAR\n", out);
    if (s->relations.n > widest) widest = (uint32_t)s->relations.n;
    fputs("static const FmModel fm_model = {", out);
    text(out, m->guid);
    fprintf(out, ",0x%llxull,%zu,%zu,%u,%u,%zu,%zu,%u,%u,%u,%u,%u,",
            (unsigned long long)base_hash(m->guid, strlen(m->guid), 7), n, s->states.n, m->nindicators,
            m->gen->nsystems, s->relations.n, s->samples.n, npres, counts[0], counts[1], counts[2], norigins);
    bool watched = m->dae->ndelays || s->selections.n || m->gen->description->checks;
    fprintf(out, "%zu,%u,", m->clocks.n, nresting);
    fprintf(out, "%u,%u,%u,%d,%d,", m->dae->ndelays + 1, m->dae->ndelays + 1, widest, homotopy, watched);
    number(out, m->tolerance);
    fputc(',', out);
    number(out, fixed_step);
    fputs(",fm_x,fm_dx,fm_nominal,", out);
    if (jacobian)
        fprintf(out, "fm_jac_colptr,fm_jac_rowind,fm_jac_colour,%s,%u,", ordered ? "fm_jac_order" : "0",
                s->jac_ncolours);
    else fputs("0,0,0,0,0,", out);
    fputs("fm_pres,fm_relations,fm_samples,fm_starts,fm_start_of,fm_values,fm_strings,fm_kinds,fm_scales,", out);
    fprintf(out, "%s,%s,", limited ? "fm_low,fm_high" : "0,0", turns ? "fm_turns" : "0");
    fputs("fm_scale_of,fm_orders,fm_order_of,fm_reads,fm_read_of,fm_system_names,fm_origins,fm_clocks,fm_resting};\n",
          out);
    base_realloc(t.reference, 0);
    base_realloc(t.computed, 0);
    return wants;
}
