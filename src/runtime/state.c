/* state.c - a run as bytes and back; a run from the beginning again.
 *
 * The past of an integrator is its own secret (SUNDIALS' memory is private), but a restart forgets it.  So what is kept
 * is the whole state at the last restart, which every event that is not minor brings, and the calls since.  To restore
 * is to put that state back and to go the same way again, unseen: everything is computed from the same bits in the same
 * order, so every bit is the same, for every integrator.  Where nobody asked for this in time (rt_keep_past), a
 * restart is made where the run stands: it goes on from there as the restored one will, though not as if it had never
 * been saved.
 *
 *     bytes:  [ head | values | systems | events | histories | the run | its integrator ]  calls since | seal
 *
 * The seal is a checksum: bytes that a disk or a person has changed are refused.  No pointers are among the bytes.
 *
 * What external objects remember is not in the bytes: a run that has some is gone again from its start on.
 */
#include "runtime/runtime_impl.h"

static const uint32_t FORM_OF_BYTES = 4;

typedef struct {
    uint32_t form, nvars, nstates, nsystems, nrelations, nsamples, nstrings, options;
    uint64_t name, systems;
} Head;

/* Unknowns of systems: with and without tearing a model has as many variables, but not the same systems. */
static uint64_t hash_of_systems(const Runtime *rt) {
    uint64_t hash = 5;
    for (int i = 0; i < rt->code->nsystems; i++) {
        const CwSystem *y = rt->ev.systems[i].cw;
        hash = base_hash(y->vars, (size_t)y->n * sizeof *y->vars, hash);
    }
    return hash;
}

static Head head_of(const Runtime *rt) {
    const MdModel *m = rt->model;
    return (Head){FORM_OF_BYTES,
                  m->nvars,
                  rt->states.n,
                  (uint32_t)rt->code->nsystems,
                  m->nrelations,
                  m->nsamples,
                  rt->texts.n,
                  (uint32_t)sizeof(RtOptions),
                  base_hash(m->name, strlen(m->name), 3),
                  hash_of_systems(rt)};
}

/* Writes to a blob or reads from one, so that both sides are one text. */
typedef struct {
    Blob *to;
    BlobReader *from;
} Side;

static void piece(Side s, void *at, size_t n) {
    if (s.to) base_blob_put(s.to, at, n);
    else base_blob_take_into(s.from, at, n);
}
#define PIECE(s, at, n) piece(s, at, (n) * sizeof *(at))
#define ITEM(s, x) piece(s, &(x), sizeof(x))
#define VECTOR(s, v)                                                                                                   \
    do {                                                                                                               \
        if ((s).to) base_blob_put_vec((s).to, v);                                                                      \
        else base_blob_take_vec((s).from, v);                                                                          \
    } while (0)

/* ---- values ------------------------------------------------------------------------------------------------------ */

static void scalars(Runtime *rt, Side s) {
    ITEM(s, rt->span.start);
    ITEM(s, rt->span.stop);
    ITEM(s, rt->span.reached);
    ITEM(s, rt->span.tiny);
    ITEM(s, rt->history.longest_step);
    ITEM(s, rt->history.next_break);
    ITEM(s, rt->ev.env.lambda);
    ITEM(s, rt->ev.stamp);
    ITEM(s, rt->ev.parameter_stamp);
    ITEM(s, rt->initialised);
    ITEM(s, rt->end.terminated);
    ITEM(s, rt->ev.damped);
    ITEM(s, rt->ev.when_assert_failed);
    ITEM(s, rt->states.picks);
    ITEM(s, rt->doubt);
}

static void strings(Runtime *rt, Side s) {
    for (uint32_t i = 0; i < rt->texts.n; i++) {
        const char **at = &rt->ev.env.s[rt->texts.var[i]];
        if (s.to) {
            base_blob_text(s.to, *at);
            continue;
        }
        const char *text = base_blob_take_text(s.from, &rt->ev.scratch);
        *at = text ? base_str(rt->ctx->names, base_name(rt->ctx->names, text)) : "";
        rt->ev.scratch_used = true;
    }
}

static void warnings(Runtime *rt, Side s) {
    VecU32 origins = {0};
    uint64_t key, value;
    for (size_t at = 0; s.to && base_map_next(&rt->said.origins, &at, &key, &value);) vec_push(&origins, (uint32_t)key);
    VECTOR(s, &origins);
    if (s.from) base_map_clear(&rt->said.origins);
    for (size_t i = 0; s.from && i < origins.n; i++) base_map_put(&rt->said.origins, origins.at[i], 1);
    vec_free(&origins);
}

static void tables(Runtime *rt, Side s) {
    uint64_t n = rt->input.tables.n;
    ITEM(s, n);
    for (uint64_t i = 0; i < n && !(s.from && s.from->bad); i++) {
        RtTable own = s.to ? rt->input.tables.at[i] : (RtTable){0}, b = own;
        b.t = b.u = NULL;
        ITEM(s, b);
        if (s.from && (b.n > (size_t)(s.from->end - s.from->at) / sizeof(double) || b.var >= rt->nvars))
            s.from->bad = true;
        if (s.from && s.from->bad) return;
        if (s.to) b = own;
        if (s.from) b.t = rt_zeros(b.n), b.u = rt_zeros(b.n);
        PIECE(s, b.t, b.n);
        PIECE(s, b.u, b.n);
        if (s.from) vec_push(&rt->input.tables, b);
    }
}

static void values(Runtime *rt, Side s) {
    scalars(rt, s);
    PIECE(s, rt->ev.env.v, rt->nvars);
    PIECE(s, rt->input.given, rt->nvars);
    PIECE(s, rt->states.scale, rt->states.n);
    ITEM(s, rt->states.followed);
    PIECE(s, rt->states.ever, rt->states.nunsized);
    strings(rt, s);
    warnings(rt, s);
    VECTOR(s, &rt->input.starts);
    VECTOR(s, &rt->input.changes);
    if (s.from) rt_free_tables(rt);
    tables(rt, s);
    RtStats stats = rt->stats;
    stats.solver = NULL;
    ITEM(s, stats);
    stats.solver = NULL;
    if (s.from) rt->stats = stats;
}

/* ---- systems of equations ---------------------------------------------------------------------------------------- */

/* Factors of a sparse matrix are made again: first with the numbers that gave the order of its pivots. */
static void sparse_matrix(SolMatrix *m, Side s, bool factored, bool pivoted) {
    size_t nnz = (size_t)m->nnz;
    if (s.to) {
        if (pivoted) PIECE(s, rt_linear_klu(m)->pivoted, nnz);
        PIECE(s, m->values, nnz);
        return;
    }
    rt_linear_forget(m);
    if (pivoted) {
        PIECE(s, m->values, nnz);
        if (!s.from->bad) (void)sol_matrix_factor(m);
    }
    PIECE(s, m->values, nnz);
    if (pivoted && factored && !s.from->bad && memcmp(m->values, rt_linear_klu(m)->pivoted, nnz * sizeof(double)))
        (void)sol_matrix_factor(m);
    m->factored = factored;
}

static void matrix(SolMatrix *m, Side s, bool factored, bool pivoted) {
    size_t n = (size_t)m->n;
    if (m->sparse) {
        sparse_matrix(m, s, factored, pivoted);
        return;
    }
    PIECE(s, m->values, n * n);
    PIECE(s, m->lu, n * n);
    PIECE(s, m->pivot, 3 * n);
    for (size_t k = 0; s.from && k < 3 * n; k++) /* rows are changed by them, without another look */
        if (m->pivot[k] < 0 || (size_t)m->pivot[k] > n - (k < n)) {
            s.from->bad |= factored;
            m->pivot[k] = 0;
        }
    PIECE(s, m->row_scale, n);
    m->factored = factored;
}

static void one_system(Runtime *rt, RtSystem *y, Side s) {
    bool ready = y->ready;
    ITEM(s, ready);
    if (!ready || (s.from && s.from->bad)) return;
    rt_system_prepare(rt, y);
    SolSystem *e = &y->sol;
    const RtKlu *klu = rt_linear_klu(&e->matrix);
    bool factored = e->matrix.factored, pivoted = klu && klu->pivoted && klu->numeric;
    int old[3]; /* which part of the work space it is; they change places */
    for (int k = 0; k < 3; k++) old[k] = (int)((y->old[k] - y->work) / y->cw->n);
    ITEM(s, y->old_time);
    ITEM(s, y->last_time);
    ITEM(s, e->solved_at);
    ITEM(s, e->rate);
    ITEM(s, e->amplified);
    ITEM(s, y->useless);
    ITEM(s, e->made);
    ITEM(s, e->known);
    ITEM(s, y->parameter_stamp);
    ITEM(s, y->solve_stamp);
    ITEM(s, y->undetermined);
    ITEM(s, y->nold);
    ITEM(s, e->failures);
    ITEM(s, e->wait);
    ITEM(s, y->warned);
    ITEM(s, e->stale);
    ITEM(s, factored);
    ITEM(s, pivoted);
    ITEM(s, old);
    PIECE(s, y->work, (size_t)y->cw->n * RT_SYSTEM_PARTS); /* all parts lie behind each other */
    matrix(&e->matrix, s, factored, pivoted);
    for (int k = 0; s.from && k < 3; k++)
        if (old[k] > 0 && old[k] < RT_SYSTEM_PARTS) y->old[k] = y->work + (size_t)old[k] * (size_t)y->cw->n;
}

/* ---- events and histories ---------------------------------------------------------------------------------------- */

static void events(Runtime *rt, Side s) {
    RtEvents *ev = &rt->events;
    size_t n = ev->n;
    PIECE(s, ev->g, n);
    PIECE(s, ev->scale, n);
    PIECE(s, ev->eps, n);
    PIECE(s, ev->truth, n);
    PIECE(s, ev->armed, n);
    PIECE(s, ev->slides, n);
    PIECE(s, ev->bands, n);
    PIECE(s, ev->zeno, 2 * n);
    PIECE(s, ev->clocks, rt->model->nsamples);
    for (int k = 0; k < 3; k++) PIECE(s, ev->pairs.past[k], n);
    ITEM(s, ev->pairs.t);
    ITEM(s, ev->pairs.n);
    ITEM(s, ev->pairs.stride);
    ITEM(s, ev->pairs.looks);
    ITEM(s, ev->next);
    ITEM(s, ev->recent);
    ITEM(s, ev->nrecent);
    ITEM(s, ev->stuck);
    ITEM(s, ev->trigger);
    ITEM(s, ev->chatter_warned);
    ITEM(s, ev->slide_warned);
}

static void histories(Runtime *rt, Side s) {
    uint64_t counts[2] = {rt->history.delays.n, rt->history.spatials.n};
    ITEM(s, counts);
    if (s.from) {
        rt_delays_free(rt);
        uint64_t room = (uint64_t)(s.from->end - s.from->at);
        if (counts[0] > room || counts[1] > room) s.from->bad = true;
        if (s.from->bad) return;
        (void)vec_extend(&rt->history.delays, counts[0]);
        (void)vec_extend(&rt->history.spatials, counts[1]);
    }
    for (size_t i = 0; i < rt->history.delays.n; i++) {
        RtDelay *d = &rt->history.delays.at[i];
        VECTOR(s, &d->t);
        VECTOR(s, &d->y);
        ITEM(s, d->first);
        ITEM(s, d->size);
        if (d->t.n != d->y.n || d->first > d->t.n) {
            d->first = d->t.n = d->y.n = 0;
            s.from->bad = true;
        }
    }
    for (size_t i = 0; i < rt->history.spatials.n; i++) {
        RtSpatial *d = &rt->history.spatials.at[i];
        VECTOR(s, &d->x);
        VECTOR(s, &d->y);
        if (d->x.n != d->y.n) {
            d->x.n = d->y.n = 0;
            s.from->bad = true;
        }
        ITEM(s, d->started);
        ITEM(s, d->last_t);
        ITEM(s, d->last_x);
        ITEM(s, d->initial);
    }
}

static void whole(Runtime *rt, Side s) {
    values(rt, s);
    for (int i = 0; i < rt->code->nsystems && !(s.from && s.from->bad); i++) one_system(rt, &rt->ev.systems[i], s);
    events(rt, s);
    histories(rt, s);
}

/* ---- the run ----------------------------------------------------------------------------------------------------- */

typedef struct {
    int64_t point;
    double span;
    uint32_t kind;
    bool infinite, clip, announced, form, racing, objects;
} RunScalars;

static void race(RtRun *r, Side s) {
    RtRace *c = &r->race;
    ITEM(s, c->next);
    ITEM(s, c->steps);
    ITEM(s, c->events);
    ITEM(s, c->time);
    ITEM(s, c->work);
    PIECE(s, c->y, r->rt->states.nunknowns);
}

static void integrator(RtIntegrator *it, Side s) {
    ITEM(s, it->t1);
    ITEM(s, it->still);
    ITEM(s, it->struggles);
    ITEM(s, it->strained);
    ITEM(s, it->refused);
    ITEM(s, it->strain);
    PIECE(s, it->y, it->rt->states.nunknowns);
    piece(s, it->kept, it->kept_size);
    if (it->derivatives) PIECE(s, it->derivatives, it->rt->states.nunknowns);
    RtLu *lu = it->lu;
    bool pivoted = lu && lu->klu.pivoted && lu->klu.numeric;
    ITEM(s, pivoted);
    if (pivoted && lu && s.to) PIECE(s, lu->klu.pivoted, lu->nnz);
    if (s.to || s.from->bad) return;
    it->t0 = it->t1;
    it->resume(it);
    if (!pivoted || !lu) return;
    double *numbers = rt_zeros(lu->nnz);
    PIECE(s, numbers, lu->nnz);
    if (!s.from->bad) (void)rt_lu_factor(lu, numbers);
    base_realloc(numbers, 0);
}

void rt_checkpoint(RtRun *r) {
    Runtime *rt = r->rt;
    Blob b = {0};
    Side s = {.to = &b};
    Head head = head_of(rt);
    RtOptions options = r->options;
    options.solver = NULL;
    options.at_step = NULL;
    options.at_step_arg = NULL;
    RunScalars x = {r->point,         r->span,      (uint32_t)r->it->kind, r->infinite,
                    r->clip,          r->announced, rt->form.kept != NULL, r->race.on,
                    rt->objects.n > 0};
    ITEM(s, head);
    ITEM(s, options);
    base_blob_text(&b, r->options.solver);
    ITEM(s, x);
    whole(rt, s);
    if (x.racing) race(r, s);
    integrator(r->it, s);
    r->checkpoint.n = 0;
    base_blob_finish(&b, rt->ctx->names, &r->checkpoint);
    base_blob_free(&b);
    vec_clear(&r->calls);
}

void rt_keep_past(Runtime *rt) { rt->savable = true; }

static RtStatus refuse(Runtime *rt, const char *why);

RtStatus rt_save(Runtime *rt, Text *out) {
    RtRun *r = rt->run;
    if (!r || r->status != RT_OK) return r ? r->status : RT_STOPPED;
    if (!rt->savable && rt->objects.n)
        return refuse(rt, "external objects remember things of their own; rt_keep_past was not called in time");
    if (!rt->savable && rt_restart_here(r) != RT_OK) return r->status;
    Blob b = {0};
    base_blob_put(&b, r->checkpoint.at, r->checkpoint.n);
    base_blob_put_vec(&b, &r->calls);
    size_t from = out->n;
    base_blob_finish(&b, rt->ctx->names, out);
    base_seal(out, from);
    base_blob_free(&b);
    return RT_OK;
}

/* ---- back -------------------------------------------------------------------------------------------------------- */

static RtStatus refuse(Runtime *rt, const char *why) {
    Diag *d =
        base_error(rt->ctx, "RT0006", (Span){0}, "the saved state cannot be used for %s: %s", rt->model->name, why);
    base_hint(rt->ctx, d, "it belongs to the same model, translated by the same program with the same options");
    return RT_FILE;
}

/* From the start again: what was given from outside, initialisation, the beginning, unseen. */
static RtStatus begin_again(Runtime *rt, const RtOptions *o) {
    RtHost host = rt->host;
    ResWriter *sink = rt->result.sink;
    double start = rt->span.start;
    size_t said = base_diag_mark(rt->ctx);
    char *path = rt->result.path ? base_strdup(&rt->ctx->arena, rt->result.path) : NULL;
    rt_forget(rt, true);
    rt->result.path = path;
    rt->host = (RtHost){.stop = host.stop};
    rt->result.sink = NULL;
    RtStatus status = rt_initialise(rt, start);
    if (status == RT_OK) status = rt_begin(rt, o);
    rt->host = host;
    rt->result.sink = sink;
    if (status == RT_OK) base_diag_rollback(rt->ctx, said);
    return status;
}

/* The state at the checkpoint.  Twice: to make objects and integrator the model is evaluated, which leaves traces. */
static RtStatus put_back(Runtime *rt, const char *data, size_t n, const RtOptions *calls) {
    BlobReader reader;
    Side s = {.from = &reader};
    RtStatus status = RT_OK;
    for (int round = 0; round < 2 && status == RT_OK; round++) {
        Head head, own = head_of(rt);
        RtOptions o;
        RunScalars x;
        base_blob_open(&reader, rt->ctx->names, data, n);
        ITEM(s, head);
        ITEM(s, o);
        const char *solver = base_blob_take_text(&reader, &rt->ctx->arena);
        ITEM(s, x);
        if (reader.bad || memcmp(&head, &own, sizeof head)) {
            base_blob_close(&reader);
            return refuse(rt, "it is that of another model");
        }
        whole(rt, s);
        if (round == 0 && !reader.bad) {
            o.solver = solver;
            o.at_step = calls ? calls->at_step : NULL;
            o.at_step_arg = calls ? calls->at_step_arg : NULL;
            if (x.objects) {
                base_blob_close(&reader);
                return begin_again(rt, &o);
            }
            if (!rt_eval(rt, rt->code->parameters) || !rt_run_again(rt, &o, x.kind, x.form)) status = RT_FILE;
        } else if (!reader.bad) {
            RtRun *r = rt->run;
            r->point = x.point;
            r->span = x.span;
            r->infinite = x.infinite;
            r->clip = x.clip;
            r->announced = x.announced;
            if (x.racing) rt_race_init(&r->race, rt, r->o, r->it), race(r, s);
            integrator(r->it, s);
            r->looked = r->end = r->it->t1;
        }
        if (reader.bad) status = refuse(rt, "it is damaged");
        base_blob_close(&reader);
    }
    return status;
}

RtStatus rt_restore(Runtime *rt, const char *data, size_t n, const RtOptions *calls) {
    BASE_ASSERT(!rt->run && !rt->initialised);
    BlobReader reader;
    size_t size = 0, bytes = 0;
    if (!base_unseal(data, &n)) return refuse(rt, "it is damaged, or was saved by another version");
    base_blob_open(&reader, rt->ctx->names, data, n);
    const char *checkpoint = base_blob_take(&reader, &size);
    const char *since = base_blob_take(&reader, &bytes);
    bool bad = reader.bad;
    base_blob_close(&reader);
    if (bad) return refuse(rt, "it is damaged");
    rt->savable = true;
    RtStatus status = put_back(rt, checkpoint, size, calls);
    if (status != RT_OK) return status;
    size_t ncalls = bytes / sizeof(RtCall);
    RtCall *again = BASE_ARRAY(&rt->arena, RtCall, ncalls + 1); /* among bytes they lie anywhere */
    if (ncalls) memcpy(again, since, ncalls * sizeof *again);
    return rt_replay(rt->run, again, ncalls);
}

Runtime *rt_clone(Runtime *rt, Context *ctx) {
    Text bytes = {0};
    Runtime *copy = rt_new(rt->model, rt->code, ctx);
    copy->explain = rt->explain;
    copy->guard.torn = rt->guard.torn;
    RtOptions calls = {.at_step = NULL};
    bool ok = rt_save(rt, &bytes) == RT_OK && rt_restore(copy, bytes.at, bytes.n, &calls) == RT_OK;
    base_text_free(&bytes);
    if (ok) return copy;
    rt_free(copy);
    return NULL;
}
