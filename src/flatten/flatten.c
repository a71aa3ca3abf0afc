/* flatten.c - the pass as a whole.
 *
 * Before: a model's class instance with all components reachable.  After: a Dae with every variable declared, every
 * equation scalar (or a multi-equation), connections replaced by equations.
 *
 * Order: (1) declare variables; (2) visit all connect equations, so that sets are complete before inStream,
 * cardinality and isRoot are asked for; (3) bindings; (4) equations and algorithms; (5) connection equations.
 */
#include "flatten/flatten_impl.h"

static FlatGroup *new_group(Flat *f, InstComp *c) {
    FlatGroup *g = BASE_NEW(&f->arena, FlatGroup);
    g->comp = c;
    g->var = BASE_ARRAY(&f->arena, uint32_t, (size_t)c->type.dims[0]);
    g->name = BASE_ARRAY(&f->arena, uint32_t, (size_t)c->type.dims[0]);
    g->first_var = UINT32_MAX;
    return g;
}

FlatComp *flat_comp(Flat *f, InstComp *c) {
    BASE_ASSERT(!c->group);
    if (!c->extra) {
        FlatComp *fc = BASE_NEW(&f->arena, FlatComp);
        fc->index = BASE_ARRAY(&f->arena, int64_t, c->type.ndims ? c->type.ndims : 1);
        fc->first_var = UINT32_MAX;
        c->extra = fc;
        InstComp *g = f->in->ngroups ? inst_group_of(c) : NULL;
        if (g == c) fc->group = new_group(f, c);
        else if (g) fc->group = flat_comp(f, g)->group;
    }
    return c->extra;
}

uint32_t flat_member(const FlatGroup *g) {
    const FlatComp *fc = g->comp->extra;
    return fc->indexed ? (uint32_t)(fc->index[0] - 1) : 0;
}

bool flat_enter_member(Flat *f, InstComp *c) {
    FlatComp *fc = flat_comp(f, c->group);
    bool before = fc->indexed;
    fc->indexed = true;
    fc->index[0] = (int64_t)c->member + 1;
    f->repeated++;
    return before;
}

void flat_leave_member(Flat *f, InstComp *c, bool before) {
    f->repeated--;
    flat_comp(f, c->group)->indexed = before;
}

FlatClass *flat_class(Flat *f, InstClass *c) {
    uint64_t at;
    if (base_map_get(&f->classes, c->number, &at)) return (FlatClass *)(uintptr_t)at;
    FlatClass *fc = BASE_NEW(&f->arena, FlatClass);
    fc->cls = c;
    base_map_put(&f->classes, c->number, (uint64_t)(uintptr_t)fc);
    return fc;
}

uint32_t flat_origin(Flat *f, Span span) { return dae_origin(f->dae, span, f->name); }

static Diag *in_instance(Flat *f, Diag *d) {
    if (d && f->name) {
        Text t = {0};
        dae_name_text(f->dae, f->name, &t);
        base_instance(f->ctx, d, base_strdup(&f->ctx->arena, base_text_str(&t)));
        base_text_free(&t);
    }
    f->failed = true;
    return d;
}

Diag *flat_error(Flat *f, const char *code, Span span, const char *fmt, ...) {
    va_list args;
    va_start(args, fmt);
    Diag *d = base_report(f->ctx, SEV_ERROR, code, span, fmt, args);
    va_end(args);
    return in_instance(f, d);
}

Diag *flat_tolerate(Flat *f, const char *code, Span span, const char *fmt, ...) {
    va_list args;
    va_start(args, fmt);
    Diag *d = base_tolerated(f->ctx, code, f->model->syn, span, fmt, args);
    va_end(args);
    return d ? in_instance(f, d) : NULL;
}

/* A construct that is legal but not translated: exit code 3. */
Diag *flat_unsupported(Flat *f, Span span, const char *fmt, ...) {
    va_list args;
    va_start(args, fmt);
    char buffer[512];
    vsnprintf(buffer, sizeof buffer, fmt, args);
    va_end(args);
    return in_instance(f, base_unsupported(f->ctx, "FLAT0900", span, "%s", buffer));
}

uint64_t flat_dims(const InstType *t) {
    uint64_t n = 1;
    for (int i = 0; i < t->ndims; i++) n *= t->dims[i] > 0 ? (uint64_t)t->dims[i] : 0;
    return n;
}

/* Components of a record or connector class in order of declaration, absent conditional ones left out. */
InstComp **flat_fields(Flat *f, InstClass *c, uint32_t *n) {
    (void)f;
    return inst_fields(c, n);
}

static bool is_structured(const InstType *t) { return t->base == INST_RECORD; }

uint64_t flat_leaves(Flat *f, const InstType *t) {
    uint64_t n = flat_dims(t);
    if (!is_structured(t) || !t->cls || n == 0) return n;
    uint64_t inside = 0;
    uint32_t nf;
    InstComp **fields = flat_fields(f, t->cls, &nf);
    for (uint32_t i = 0; i < nf; i++) inside += flat_leaves(f, &fields[i]->type);
    return n * inside;
}

DaeBase flat_base(const InstType *t) {
    switch (t->base) {
    case INST_INTEGER: return DAE_INTEGER;
    case INST_CLOCK:
    case INST_BOOLEAN: return DAE_BOOLEAN;
    case INST_STRING: return DAE_STRING;
    case INST_ENUM: return DAE_ENUM;
    case INST_OBJECT: return DAE_OBJECT;
    default: return DAE_REAL;
    }
}

/* ---- names of instances ------------------------------------------------------------------------------------------ */

/* Scalars are named by the thousand: all elements of a component get consecutive names at once, so that a name is
 * arithmetic on indices like a variable. */

static uint64_t own_count(const InstComp *c) {
    return c->type.ndims && !c->array && !c->members ? flat_dims(&c->type) : 1;
}

uint64_t flat_path_count(const InstComp *c) {
    const uint64_t most = UINT64_C(1) << 62;
    uint64_t n = 1;
    for (; c && n; c = c->parent->owner) {
        uint64_t own = own_count(c);
        n = own && n > most / own ? most : n * own;
    }
    return n;
}

static int subscripts(const InstComp *c, uint64_t element, int32_t subs[32]) {
    if (c->members) return 0;
    const InstType *t = c->array ? &c->array->type : &c->type;
    int n = t->ndims < 32 ? t->ndims : 32;
    for (int k = n - 1; k >= 0; k--) {
        if (c->array) {
            subs[k] = (int32_t)c->index[k];
        } else {
            subs[k] = (int32_t)(element % (uint64_t)t->dims[k]) + 1;
            element /= (uint64_t)t->dims[k];
        }
    }
    return n;
}

/* How far the names in a member lie behind those of the first. */
static DaeName name_distance(const FlatComp *fc) { return fc->group ? fc->group->name[flat_member(fc->group)] : 0; }

void flat_name_component(Flat *f, InstComp *c) {
    FlatComp *fc = flat_comp(f, c);
    uint32_t member = fc->group ? flat_member(fc->group) : 0;
    if (fc->first_name && (!fc->group || fc->named == member + 1)) return;
    fc->named = member + 1;
    InstComp *owner = c->parent->owner;
    if (owner) flat_name_component(f, owner);
    FlatComp *above = owner ? flat_comp(f, owner) : NULL;
    uint64_t parents = owner ? flat_path_count(owner) : 1, own = own_count(c);
    int32_t subs[32];
    Name word = inst_part_name(c, member);
    DaeName first = (DaeName)f->dae->names.n, around = above ? name_distance(above) : 0;
    for (uint64_t p = 0; p < parents; p++)
        for (uint64_t i = 0; i < own; i++) {
            DaeName parent = above ? above->first_name + around + (DaeName)p : 0;
            dae_new_name(f->dae, parent, word, subs, subscripts(c, i, subs));
        }
    bool plain =
        own_count(c) == 1 && (!c->type.ndims || c->members) && (!above || above->whole_name == above->first_name);
    DaeName whole = plain ? first
                          : dae_new_name(f->dae, above ? above->whole_name + around : 0, word, subs,
                                         c->array ? subscripts(c, 0, subs) : 0);
    if (!fc->first_name) {
        fc->first_name = first;
        fc->whole_name = whole;
    } else if (c->members) {
        fc->group->name[member] = first - fc->first_name;
    }
    BASE_ASSERT(first == fc->first_name + name_distance(fc));
}

/* Number of the element that the current indices mean; false when not all arrays on the path have one.  *any: one of
 * them has. */
static bool element_now(Flat *f, InstComp *c, uint64_t *element, bool *any) {
    bool all = true;
    uint64_t stride = 1;
    *element = 0;
    for (; c; c = c->parent->owner) {
        if (c->array || !c->type.ndims || c->members) continue;
        FlatComp *fc = flat_comp(f, c);
        all &= fc->indexed;
        *any |= fc->indexed;
        for (int k = c->type.ndims - 1; fc->indexed && k >= 0; k--) {
            *element += stride * (uint64_t)(fc->index[k] - 1);
            stride *= (uint64_t)c->type.dims[k];
        }
    }
    return all;
}

/* Name of component c at the current indices of the arrays on its path. */
DaeName flat_instance_name(Flat *f, InstComp *c) {
    if (!c) return 0;
    FlatComp *named = flat_comp(f, c);
    uint64_t element;
    bool any = false;
    if (named->first_name && element_now(f, c, &element, &any))
        return named->first_name + name_distance(named) + (DaeName)element;
    if (named->first_name && !any) return named->whole_name + name_distance(named);
    DaeName parent = flat_instance_name(f, c->parent->owner);
    int32_t subs[32];
    int n = 0;
    if (c->array) {
        n = subscripts(c, 0, subs);
    } else if (c->type.ndims) {
        FlatComp *fc = flat_comp(f, c);
        for (; fc->indexed && n < c->type.ndims && n < 32; n++) subs[n] = (int32_t)fc->index[n];
    }
    return dae_name(f->dae, parent, c->name, subs, n);
}

DaeVar flat_hidden(Flat *f, const char *stem, uint32_t number, DaeBase base, DaeKind kind) {
    char word[64];
    snprintf(word, sizeof word, "$%s", stem);
    int32_t subs[1] = {(int32_t)number};
    DaeVariable v = {.name = dae_new_name(f->dae, f->name, base_name(f->ctx->names, word), subs, number ? 1 : 0),
                     .start = DAE_NO_OPERAND,
                     .base = (uint8_t)base,
                     .kind = (uint8_t)kind,
                     .flags = DAE_HIDDEN};
    return dae_add_var(f->dae, &v);
}

void flat_initial_only(Flat *f, DaeVar v) {
    f->dae->vars.at[v].kind = DAE_KIND_PARAMETER;
    f->dae->vars.at[v].flags &= (uint16_t)~DAE_FIXED;
}

void flat_emit(Flat *f, DaeExpr root, const DaeVar *outs, uint32_t nout, Span span) {
    if (f->capture && !nout) {
        vec_push(&f->capture->roots, root);
        vec_push(&f->capture->spans, span);
        return;
    }
    DaeEquations *to = f->initial ? &f->dae->initial : &f->dae->equations;
    dae_add_equation(f->dae, to, &f->pool, root, outs, nout, flat_origin(f, span));
    if (f->machines && !f->initial) flat_machine_note(f, (uint32_t)to->n - 1);
}

/* The equation of a hidden variable: outside of the branches and sections in which its expression stands. */
void flat_emit_always(Flat *f, DaeExpr root, Span span) {
    dae_add_equation(f->dae, &f->dae->equations, &f->pool, root, NULL, 0, flat_origin(f, span));
}

void flat_each_element(Flat *f, InstComp *c, FlatEach visit, void *arg) {
    if (c->elements) {
        uint64_t n = flat_dims(&c->type);
        for (uint64_t i = 0; i < n; i++) visit(f, c->elements[i], arg);
        return;
    }
    if (c->group) {
        bool before = flat_enter_member(f, c);
        visit(f, c->group, arg);
        flat_leave_member(f, c, before);
        return;
    }
    if (!c->type.ndims) {
        visit(f, c, arg);
        return;
    }
    FlatComp *fc = flat_comp(f, c);
    uint64_t n = flat_dims(&c->type);
    bool before = fc->indexed;
    fc->indexed = true;
    f->repeated++;
    for (uint64_t i = 0; i < n; i++) {
        uint64_t rest = i;
        for (int k = c->type.ndims - 1; k >= 0; k--) {
            fc->index[k] = (int64_t)(rest % (uint64_t)c->type.dims[k]) + 1;
            rest /= (uint64_t)c->type.dims[k];
        }
        visit(f, c, arg);
    }
    f->repeated--;
    fc->indexed = before;
}

/* ---- the walk over all class instances --------------------------------------------------------------------------- */

typedef void (*FlatVisit)(Flat *f, InstClass *c);

typedef struct {
    FlatVisit visit;
} Walk;

static void walk_class(Flat *f, InstClass *c, Walk *w);

static void walk_element(Flat *f, InstComp *c, void *arg) {
    DaeName before = f->name;
    f->name = flat_instance_name(f, c);
    walk_class(f, c->cls, arg);
    f->name = before;
}

static void visit_bases(Flat *f, InstClass *c, Walk *w) {
    for (uint32_t i = 0; i < c->nbases; i++)
        if (!c->bases[i]->duplicate) visit_bases(f, c->bases[i], w);
    if (c->syn) w->visit(f, c);
}

static void walk_class(Flat *f, InstClass *c, Walk *w) {
    if (!c || c->builtin || base_error_count(f->ctx) > 100 || base_cancelled(f->ctx)) return;
    uint32_t n;
    ArenaMark mark = base_mark(&f->temp);
    InstComp **fields = flat_fields(f, c, &n);
    for (uint32_t i = 0; i < n; i++) {
        InstComp *comp = fields[i];
        if (comp->inner || (comp->prefixes & SYN_OUTER && !(comp->prefixes & SYN_INNER))) continue;
        if (is_structured(&comp->type)) flat_each_element(f, comp, walk_element, w);
    }
    InstClass *before = f->scope;
    f->scope = c;
    visit_bases(f, c, w);
    f->scope = before;
    base_release(&f->temp, mark);
}

static void reset_scratch(Flat *f) { dae_pool_release(&f->pool, (DaePoolMark){1, 0}); }

static FlatClass *class_equations(Flat *f, InstClass *c, bool initial) {
    FlatClass *fc = flat_class(f, c);
    if (!fc->ready[initial]) {
        fc->ready[initial] = true;
        fc->eqs[initial] = inst_equations(c, initial);
        uint32_t n = 0;
        SynAlgorithm *first = initial ? c->syn->initial_algorithms : c->syn->algorithms;
        for (SynAlgorithm *a = first; a; a = a->next) n++;
        fc->algs[initial] = BASE_ARRAY(&f->arena, InstStmt *, n + 1);
        for (SynAlgorithm *a = first; a; a = a->next) fc->algs[initial][fc->nalgs[initial]++] = inst_algorithm(c, a);
    }
    return fc;
}

static void connect_in(Flat *f, InstEq *eq);

typedef struct {
    InstEq *body;
} ConnectLoop;

static bool connect_body(Flat *f, void *arg) {
    connect_in(f, ((ConnectLoop *)arg)->body);
    return true;
}

/* Finds connect(), Connections.*() and transition() in equations, also inside for and if (conditions are parameters
 * there, 9.3). */
static void connect_in(Flat *f, InstEq *eq) {
    for (; eq; eq = eq->next) {
        if (eq->kind == SYN_EQ_CONNECT) {
            flat_connect_equation(f, eq);
        } else if (eq->kind == SYN_EQ_CALL && eq->lhs && eq->lhs->kind == INST_E_BUILTIN) {
            if (eq->lhs->builtin == INST_B_CONN_BRANCH || eq->lhs->builtin == INST_B_CONN_ROOT ||
                eq->lhs->builtin == INST_B_CONN_POTENTIAL_ROOT)
                flat_graph_call(f, eq->lhs);
            else if (eq->lhs->builtin == INST_B_TRANSITION || eq->lhs->builtin == INST_B_INITIALSTATE)
                flat_machine_state(f, eq->lhs);
        } else if (eq->kind == SYN_EQ_EQUALS) {
            flat_graph_ask(f, eq);
        } else if (eq->kind == SYN_EQ_FOR) {
            ConnectLoop loop = {eq->body};
            flat_loop(f, eq->iter, connect_body, &loop);
        } else if (eq->kind == SYN_EQ_IF) {
            for (uint32_t i = 0; i < eq->nbranches; i++) {
                InstExpr *cond = eq->branches[i].cond;
                InstValue *v = cond ? flat_eval(f, cond, INST_EVAL_SILENT) : NULL;
                if (cond && !v) break; /* not a parameter: may hold no connect */
                if (!cond || v->num[0] != 0) {
                    connect_in(f, eq->branches[i].eqs);
                    break;
                }
            }
        }
    }
}

static bool any_may_connect(Flat *f, const SynEquation *q, int depth);

/* May connect(), Connections.*(), transition() or initialState() stand in this equation? */
static bool may_connect(Flat *f, const SynEquation *q, int depth) {
    if (q->kind == SYN_EQ_CONNECT || depth > 100) return true;
    if (q->kind == SYN_EQ_CALL) {
        if (q->lhs->kind != SYN_CALL || q->lhs->cref.n != 1) return true;
        const char *name = base_str(f->ctx->names, q->lhs->cref.parts[0].name);
        bool older = !strncmp(name, "define", 6); /* defineBranch and others of Modelica 2 */
        return older || !strcmp(name, "transition") || !strcmp(name, "initialState");
    }
    if (q->kind == SYN_EQ_EQUALS) /* i = Connections.uniqueRootIndices(...) */
        return q->rhs->kind == SYN_CALL && q->rhs->cref.n == 2 &&
               !strcmp(base_str(f->ctx->names, q->rhs->cref.parts[0].name), "Connections");
    if (q->kind == SYN_EQ_FOR) return any_may_connect(f, q->body, depth + 1);
    for (uint32_t i = 0; q->kind == SYN_EQ_IF && i < q->nbranches; i++)
        if (any_may_connect(f, q->branches[i].equations, depth + 1)) return true;
    return false;
}

static bool any_may_connect(Flat *f, const SynEquation *q, int depth) {
    for (; q; q = q->next)
        if (may_connect(f, q, depth)) return true;
    return false;
}

static void connect_and_forget(Flat *f, InstEq *eqs) {
    ArenaMark mark = base_mark(&f->temp);
    connect_in(f, eqs);
    base_release(&f->temp, mark);
    reset_scratch(f);
}

static void equate_and_forget(Flat *f, InstEq *eq) {
    ArenaMark mark = base_mark(&f->temp);
    flat_equation(f, eq);
    flat_units_equation(f, eq);
    base_release(&f->temp, mark);
    reset_scratch(f);
}

static void assign_and_forget(Flat *f, InstStmt *body, Span span) {
    ArenaMark mark = base_mark(&f->temp);
    flat_algorithm(f, body, span);
    flat_units_algorithm(f, body);
    base_release(&f->temp, mark);
    reset_scratch(f);
}

/* Typed expressions go to f->typed until flat_drop_typed: an instance that is visited once needs each equation once,
 * and what all instances together need would be most of the memory of flattening. */
void flat_begin_typed(Flat *f) { f->in->nodes = &f->typed; }

void flat_drop_typed(Flat *f) {
    f->in->nodes = &f->in->arena;
    base_release(&f->typed, f->typed_start);
}

static void connect_once(Flat *f, InstClass *c) {
    for (const SynEquation *q = c->syn->equations; q; q = q->next) {
        if (!may_connect(f, q, 0)) continue;
        flat_begin_typed(f);
        connect_and_forget(f, inst_equation(c, q, false));
        flat_drop_typed(f);
    }
}

static void equate_once(Flat *f, InstClass *c, bool initial) {
    for (const SynEquation *q = initial ? c->syn->initial_equations : c->syn->equations; q; q = q->next) {
        if (q->kind == SYN_EQ_CONNECT && !initial) continue;
        flat_begin_typed(f);
        InstEq *eq = inst_equation(c, q, initial);
        if (eq) equate_and_forget(f, eq);
        flat_drop_typed(f);
    }
    for (SynAlgorithm *a = initial ? c->syn->initial_algorithms : c->syn->algorithms; a; a = a->next) {
        flat_begin_typed(f);
        assign_and_forget(f, inst_algorithm(c, a), a->span);
        flat_drop_typed(f);
    }
}

static void visit_connect(Flat *f, InstClass *c) {
    if (!f->repeated) connect_once(f, c);
    else if (any_may_connect(f, c->syn->equations, 0)) connect_and_forget(f, class_equations(f, c, false)->eqs[0]);
}

static void equate_again(Flat *f, InstClass *c, bool initial) {
    FlatClass *fc = class_equations(f, c, initial);
    for (InstEq *eq = fc->eqs[initial]; eq; eq = eq->next) equate_and_forget(f, eq);
    SynAlgorithm *a = initial ? c->syn->initial_algorithms : c->syn->algorithms;
    for (uint32_t i = 0; i < fc->nalgs[initial]; i++, a = a->next) assign_and_forget(f, fc->algs[initial][i], a->span);
}

static void visit_equations(Flat *f, InstClass *c) {
    for (int initial = 0; initial < 2; initial++) {
        f->initial = initial;
        if (f->repeated) equate_again(f, c, initial);
        else equate_once(f, c, initial);
        f->initial = false;
    }
}

/* Connectors whose flow variables must sum to zero even when nothing is connected. */
static void collect_connectors(Flat *f, InstClass *c) {
    uint32_t n;
    ArenaMark mark = base_mark(&f->temp);
    InstComp **fields = flat_fields(f, c, &n);
    for (uint32_t i = 0; i < n; i++)
        if (!fields[i]->inner) flat_connect_collect(f, fields[i]);
    base_release(&f->temp, mark);
}

static void visit_collect(Flat *f, InstClass *c) {
    if (f->scope == c) collect_connectors(f, c);
}

static double experiment_number(Flat *f, const char *path, uint8_t bit) {
    const SynMod *m = syn_annotation(f->model->syn->annotation, f->ctx->names, path);
    if (!m || !m->mod || !m->mod->value) return 0;
    InstExpr *e = inst_expr(f->model, m->mod->value, NULL);
    InstValue *v = inst_eval(f->in, e, INST_EVAL_SILENT);
    if (!v || v->n != 1 || (v->type.base != INST_REAL && v->type.base != INST_INTEGER)) {
        if (e->kind != INST_E_ERROR)
            base_warning(f->ctx, "FLAT0063", m->mod->value->span,
                         "%s must be a number that is known (MLS 18.4); it is ignored", path);
        return 0;
    }
    f->dae->experiment.has |= bit;
    return v->num[0];
}

/* Misspelt names would be ignored without a word; those of other tools begin with two underscores (MLS 18.1). */
static void check_experiment(Flat *f) {
    static const char *const known[] = {"StartTime", "StopTime", "Interval", "Tolerance"};
    const SynMod *m = syn_annotation(f->model->syn->annotation, f->ctx->names, "experiment");
    for (const SynMod *a = m && m->mod ? m->mod->args : NULL; a; a = a->next) {
        const char *name = a->name.n == 1 ? base_str(f->ctx->names, a->name.parts[0].name) : "";
        bool good = name[0] == '_' && name[1] == '_';
        for (size_t i = 0; i < sizeof known / sizeof *known; i++) good |= strcmp(name, known[i]) == 0;
        if (good) continue;
        Diag *d = base_warning(f->ctx, "FLAT0064", a->span, "experiment has no '%s' (MLS 18.4); it is ignored", name);
        const char *near = base_nearest(name, known, sizeof known / sizeof *known);
        if (near) base_hint(f->ctx, d, "did you mean %s?", near);
        else base_hint(f->ctx, d, "it has StartTime, StopTime, Interval and Tolerance");
    }
}

static void experiment(Flat *f) {
    if (!f->model->syn) return;
    if (!lib_is_foreign(f->in->lib, f->model->lib, f->model->syn->name_span.file)) check_experiment(f);
    Dae *d = f->dae;
    d->experiment.start = experiment_number(f, "experiment.StartTime", 1);
    d->experiment.stop = experiment_number(f, "experiment.StopTime", 2);
    d->experiment.tolerance = experiment_number(f, "experiment.Tolerance", 4);
    d->experiment.interval = experiment_number(f, "experiment.Interval", 8);
}

Dae *flat_model(Inst *in, InstClass *model) {
    Flat f = {.in = in, .ctx = in->ctx, .model = model, .scope = model};
    size_t errors = base_error_count(in->ctx);
    f.dae = dae_new(in->ctx);
    Text t = {0};
    inst_class_path(model, &t);
    f.dae->model = base_name(in->ctx->names, base_text_str(&t));
    base_text_free(&t);
    dae_pool_init(&f.pool);
    base_alloc(&f.typed, 1); /* so that its first chunk stays when it is emptied */
    base_alloc(&f.temp, 1);
    f.typed_start = base_mark(&f.typed);
    f.connect = flat_connect_new(&f);
    inst_expand(model);
    flat_declare(&f, model);
    if (base_error_count(in->ctx) == errors && !in->ctx->stopped) {
        Walk collect = {visit_collect}, connect = {visit_connect}, equate = {visit_equations},
             interface = {flat_machine_interface};
        walk_class(&f, model, &collect);
        walk_class(&f, model, &connect);
        flat_connect_prepare(&f);
        flat_graph_answer(&f);
        flat_warn_open(&f);
        flat_machine_prepare(&f);
        if (f.machines) walk_class(&f, model, &interface);
        flat_bindings(&f, model);
        walk_class(&f, model, &equate);
        if (in->once) lib_drop_equations(in->lib);
        flat_connect_finish(&f);
        flat_objects(&f);
        flat_untouched(&f);
        flat_units_finish(&f);
        flat_machine_finish(&f);
        flat_clock_finish(&f);
        flat_unread_inputs(&f);
        flat_unreached_finish(&f);
        flat_check_discrete(&f);
        flat_connect_judge(&f);
        flat_graph_forget(&f);
        flat_mark_structural(&f, model);
        experiment(&f);
    } else if (!in->ctx->stopped) {
        inst_check_class(model); /* sizes are not known: equations are still looked at */
    }
    dae_pool_free(&f.pool);
    base_map_free(&f.classes);
    base_map_free(&f.calls);
    base_map_free(&f.objects);
    vec_free(&f.wired);
    vec_free(&f.siblings);
    vec_free(&f.unreached);
    base_map_free(&f.reinits);
    base_map_free(&f.units_seen);
    base_map_free(&f.function_named);
    vec_free(&f.function_before);
    base_free_arena(&f.temp);
    base_free_arena(&f.typed);
    flat_connect_free(f.connect);
    flat_clock_free(f.clocks);
    flat_machine_free(f.machines);
    bool ok = base_error_count(in->ctx) == errors && !in->ctx->stopped;
    base_free_arena(&f.arena);
    if (!ok) {
        dae_free(f.dae);
        return NULL;
    }
    return f.dae;
}
