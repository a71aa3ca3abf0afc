/* first.c - the mode that a run begins in.
 *
 * Before: a plan whose conditions are chosen, and start values.  After: a mode whose initialisation succeeded; one that
 * the run is to leave at once, where the initial values of the model hold in no other.
 */
#include "modes/modes.h"

#include <math.h>
#include <string.h>

/* ---- a guess ----------------------------------------------------------------------------------------------------- */

enum { MOST_DEPTH = 200 }; /* of definitions that are followed */

/* What was found of a discrete variable by its definition: each is followed once. */
typedef struct {
    double value;
    bool known;   /* not, too, while it is followed: definitions in a circle say nothing */
    bool guessed; /* with start values of variables that equations compute */
} Found;

typedef struct {
    const ModePlan *p;
    double time;
    Map defined; /* discrete variable -> an equation that says what it is: one of equations_of */
    Map at;      /* variable that was followed -> found */
    VEC(Found) found;
    int depth;
    bool guessed; /* start values of variables that equations compute were taken */
} Start;

static bool start_value(void *arg, const DaeNode *leaf, double *value);

/* Does a relation hold with start values? */
static bool relation_at_start(Start *s, const SymRelation *r, double *value) {
    const Dae *d = s->p->base->dae;
    DaePool scratch;
    dae_pool_init(&scratch);
    DaeExpr e = dae_expand(&scratch, d, &r->eq);
    double left, right;
    bool known = dae_value(&scratch, dae_arg(&scratch, e, 0), start_value, s, &left) &&
                 dae_value(&scratch, dae_arg(&scratch, e, 1), start_value, s, &right);
    dae_pool_free(&scratch);
    if (!known || r->kind == SYM_REL_FLOOR) return false;
    double g = left - right;
    *value = r->op == DAE_LT ? g < 0 : r->op == DAE_LE ? g <= 0 : r->op == DAE_GT ? g > 0 : g >= 0;
    return true;
}

/* Initial equations, then the others. */
static const DaeEquation *equation_at(const Dae *d, size_t i) {
    return i < d->initial.n ? &d->initial.at[i] : &d->equations.at[i - d->initial.n];
}

/* Initial equations v = ... of discrete variables, then others.  Of those between two variables each may say what the
 * other one is. */
static void find_definitions(Start *s) {
    const Dae *d = s->p->base->dae;
    for (uint32_t i = 0; i < d->initial.n + d->equations.n; i++) {
        const DaeEquation *eq = equation_at(d, i);
        const DaeShape *shape = &d->shapes.at[eq->shape];
        if (shape->nout || dae_at(&d->pool, shape->root)->op != DAE_EQUATE) continue;
        for (uint32_t side = 0; side < 2; side++) {
            const DaeNode *n = dae_at(&d->pool, dae_arg(&d->pool, shape->root, side));
            DaeOperand o = n->op == DAE_HOLE ? dae_operands(d, eq)[n->id] : 0;
            uint64_t known;
            if (n->op != DAE_HOLE || dae_operand_is_const(o)) continue;
            DaeVar v = d->vars.at[o].kind == DAE_KIND_PRE ? d->vars.at[o].of : o;
            if (d->vars.at[v].kind != DAE_KIND_DISCRETE || base_map_get(&s->defined, v, &known)) continue;
            base_map_put(&s->defined, v, (uint64_t)i << 1 | side);
            break;
        }
    }
}

/* A discrete variable as its equation has it. */
static bool defined_value(Start *s, DaeVar v, double *value) {
    const Dae *d = s->p->base->dae;
    uint64_t found, at;
    if (base_map_get(&s->at, v, &at)) {
        Found f = s->found.at[at];
        *value = f.value;
        s->guessed |= f.guessed;
        return f.known;
    }
    if (!base_map_get(&s->defined, v, &found) || s->depth >= MOST_DEPTH) return false;
    at = s->found.n;
    vec_push(&s->found, (Found){0});
    base_map_put(&s->at, v, at);
    bool before = s->guessed;
    s->guessed = false;
    DaePool scratch;
    dae_pool_init(&scratch);
    DaeExpr e = dae_expand(&scratch, d, equation_at(d, found >> 1));
    s->depth++;
    bool known = dae_value(&scratch, dae_arg(&scratch, e, !(found & 1)), start_value, s, value);
    s->depth--;
    dae_pool_free(&scratch);
    s->found.at[at] = (Found){known ? *value : 0, known, s->guessed};
    s->guessed |= before;
    return known;
}

static bool start_value(void *arg, const DaeNode *leaf, double *value) {
    Start *s = arg;
    const Dae *d = s->p->base->dae;
    if (leaf->op != DAE_VAR) return false;
    *value = s->time;
    if (leaf->id == 0) return true;
    const SymRelation *r = sym_relation_of(s->p->base, leaf->id);
    if (r) return relation_at_start(s, r, value);
    if (leaf->id < s->p->values.n && !isnan(s->p->values.at[leaf->id])) {
        *value = s->p->values.at[leaf->id];
        return true;
    }
    DaeVar v = d->vars.at[leaf->id].kind == DAE_KIND_PRE ? d->vars.at[leaf->id].of : leaf->id;
    DaeOperand start = d->vars.at[v].start;
    bool before = s->guessed;
    s->guessed = false;
    bool defined = defined_value(s, v, value), guessed = s->guessed || d->vars.at[v].kind == DAE_KIND_CONTINUOUS;
    s->guessed = before || guessed;
    if (defined && (!guessed || start == DAE_NO_OPERAND)) return true; /* else its own start value is a better guess */
    *value = 0;
    if (start == DAE_NO_OPERAND) return true;
    if (dae_operand_is_const(start)) *value = dae_constant_value(d, start);
    else if (start < s->p->values.n && !isnan(s->p->values.at[start])) *value = s->p->values.at[start];
    return true;
}

void mode_first_guess(const ModePlan *p, double time, uint8_t *bits, uint8_t *sure) {
    Start s = {.p = p, .time = time};
    find_definitions(&s);
    for (size_t k = 0; k < p->chosen.n; k++) {
        double value;
        s.guessed = false;
        bits[k] = dae_value(&p->pool, p->conditions.at[p->chosen.at[k]].expr, start_value, &s, &value) && value != 0;
        sure[k] = !s.guessed;
    }
    base_map_free(&s.defined);
    base_map_free(&s.at);
    vec_free(&s.found);
}

/* Other modes to begin with, where the first guess leads nowhere: all conditions that are not sure true, all of them
 * false, all whatsoever true, false; one after the other the other way. */
static bool other_guess(const ModeRun *r, const uint8_t *first, const uint8_t *sure, size_t k, uint8_t *bits) {
    enum { WHOLE = 4 };
    size_t n = r->plan->chosen.n;
    memcpy(bits, first, n);
    if (k >= WHOLE + n) return false;
    if (k >= WHOLE) bits[k - WHOLE] = !bits[k - WHOLE];
    else
        for (size_t i = 0; i < n; i++)
            if (k >= 2 || !sure[i]) bits[i] = k % 2 == 0;
    return true;
}

/* ---- the search -------------------------------------------------------------------------------------------------- */

/* Initialises in a mode; bits: the mode that its values ask for. */
static bool begin_in(ModeRun *r, Mode *m, uint8_t *bits) {
    m->begun = true;
    if (!m->ready || rt_initialise(m->model.rt, r->options.start) != RT_OK) return false;
    mode_read_bits(r->plan, m->model.rt, bits);
    return true;
}

/* From a guess on, through the modes that initialisation asks for.  *possible: the first one that has initial values,
 * though they ask for another mode. */
static Mode *follow(ModeRun *r, uint8_t *bits, Mode **possible) {
    for (;;) {
        Mode *m = mode_get(r, bits, true);
        if (m->begun || !begin_in(r, m, bits)) return NULL;
        if (!memcmp(m->bits, bits, r->plan->chosen.n)) return m;
        if (!*possible) *possible = m;
    }
}

/* No mode that was tried has initial values. */
static void report_start(const ModeRun *r) {
    const ModePlan *p = r->plan;
    Context *ctx = r->how.ctx;
    enum { MOST_NAMED = 6 };
    Diag *d = base_error(ctx, "MODE0004", mode_condition_span(p, p->chosen.at[0]),
                         "no mode was found in which the model can begin");
    for (size_t i = 0; i < r->modes.n && i < 4; i++) {
        Text t = {0};
        mode_text(p, r->modes.at[i]->bits, MOST_NAMED, &t);
        const Diag *why = r->modes.at[i]->why;
        base_note(ctx, d, (Span){0}, "not: %s", base_text_str(&t));
        if (why) base_note(ctx, d, why->span, "there: %s", why->text);
        base_text_free(&t);
    }
    base_hint(ctx, d, "give start values for which one of the modes holds");
}

/* A mode that the run can begin in; one that it is to leave at once, where the model's initial values hold in no other:
 * what was so before the start then changes as at any event. */
Mode *mode_find_first(ModeRun *r) {
    enum { MOST_TRIED = 16 }; /* guesses: each of them costs all that is done for a start */
    size_t n = r->plan->chosen.n, mark = base_diag_mark(r->how.ctx);
    uint8_t *first = base_realloc(NULL, 3 * n + 1), *bits = first + n, *sure = bits + n;
    Mode *possible = NULL;
    mode_first_guess(r->plan, r->options.start, first, sure);
    memcpy(bits, first, n);
    Mode *m = follow(r, bits, &possible);
    for (size_t k = 0; !m && k < MOST_TRIED && other_guess(r, first, sure, k, bits); k++)
        m = follow(r, bits, &possible);
    base_diag_rollback(r->how.ctx, mark);
    base_realloc(first, 0);
    if (!m && !possible) report_start(r);
    return m ? m : possible;
}
