/* study_ranks.c - a study on the processes that mpirun has started.
 *
 * Rank 0 has the journal.  The others send what they have done, at first nothing, and get numbers of runs; none: that
 * was all.  A message of one byte says that a process cannot take part.
 */
#include "session/study_impl.h"

#include <string.h>

typedef struct {
    causeway_study *s;
    const uint64_t *runs;
    Text out;
    pthread_mutex_t lock;
} Batch;

static void put(Text *t, const void *data, size_t n) { base_text_addn(t, data, n); }

static void work_for_another(void *arg, size_t i) {
    Batch *b = arg;
    SesDone d = ses_study_compute(b->s, b->runs[i]);
    uint32_t n = (uint32_t)strlen(d.text);
    pthread_mutex_lock(&b->lock);
    put(&b->out, &d.record.run, sizeof d.record.run);
    put(&b->out, &d.record.status, sizeof d.record.status);
    put(&b->out, &n, sizeof n);
    put(&b->out, d.text, n);
    if (!d.record.status) put(&b->out, d.values, b->s->ncolumns * sizeof *d.values);
    pthread_mutex_unlock(&b->lock);
    ses_free_done(&d);
}

void ses_study_serve(causeway_study *s) {
    Batch b = {.s = s, .lock = PTHREAD_MUTEX_INITIALIZER};
    AnaWorld *world = s->ranks->world;
    Text runs = {0};
    int from;
    s->ranks->joined = true;
    while (ana_world_send(world, 0, b.out.n ? b.out.at : "", b.out.n)) {
        while (!ana_world_receive(world, &from, &runs)) ana_world_wait();
        if (!runs.n) break;
        base_text_free(&b.out);
        b.runs = (const uint64_t *)(const void *)runs.at;
        base_parallel(s->threads, runs.n / sizeof *b.runs, work_for_another, &b);
    }
    base_text_free(&b.out);
    base_text_free(&runs);
}

/* What another process has done goes into the journal; false: the message is no such thing. */
static bool store(causeway_study *s, const Text *t) {
    size_t at = 0;
    double *values = base_realloc(NULL, (s->ncolumns + 1) * sizeof *values);
    while (at < t->n && !s->disk_full) {
        AnaRecord r = {0};
        uint32_t n;
        if (t->n - at < sizeof r.run + sizeof r.status + sizeof n) break;
        memcpy(&r.run, t->at + at, sizeof r.run);
        memcpy(&r.status, t->at + at + sizeof r.run, sizeof r.status);
        memcpy(&n, t->at + at + sizeof r.run + sizeof r.status, sizeof n);
        at += sizeof r.run + sizeof r.status + sizeof n;
        size_t bytes = r.status ? 0 : s->ncolumns * sizeof *values;
        if (t->n - at < n + bytes) break;
        char *text = base_realloc(NULL, n + 1u);
        memcpy(text, t->at + at, n);
        text[n] = 0;
        memcpy(values, t->at + at + n, bytes);
        at += n + bytes;
        r.values = r.status ? NULL : values;
        r.text = text;
        ses_study_keep(s, &r);
        base_realloc(text, 0);
    }
    base_realloc(values, 0);
    return at == t->n;
}

/* More at once while much is left, so that messages do not matter; few at the end, so that nobody waits long. */
static size_t batch_size(const causeway_study *s) {
    enum { MOST = 64 };
    size_t left = s->todo.n - s->next, share = left / (8 * (size_t)ana_world_size(s->ranks->world)) + 1;
    return share < MOST ? share : MOST;
}

static void *work_beside(void *arg) {
    causeway_study *s = arg;
    base_parallel(s->threads, (size_t)s->threads, ses_study_work, s);
    return NULL;
}

/* Answers the others until each has been told that there is nothing more.  s NULL: there never was. */
static void answer_others(AnaWorld *world, causeway_study *s) {
    uint64_t runs[64];
    Text message = {0};
    for (int left = ana_world_size(world) - 1, from; left > 0;) {
        if (!ana_world_receive(world, &from, &message)) {
            ana_world_wait();
            continue;
        }
        bool able = s && message.n != 1 && store(s, &message);
        size_t n = able ? ses_study_take(s, runs, batch_size(s)) : 0;
        if (n == 0) left--;
        if (message.n != 1) ana_world_send(world, from, runs, n * sizeof *runs);
    }
    base_text_free(&message);
}

void ses_study_give_out(causeway_study *s) {
    pthread_t beside;
    s->ranks->joined = true;
    bool own = pthread_create(&beside, NULL, work_beside, s) == 0;
    answer_others(s->ranks->world, s);
    if (own) pthread_join(beside, NULL);
    else ses_study_work(s, 0);
}

/* ---- causeway.h -------------------------------------------------------------------------------------------------- */

causeway_status causeway_ranks_open(causeway_session *s, causeway_ranks **ranks) {
    BaseGuard g;
    *ranks = NULL;
    if (!BASE_GUARDED(&g)) return ses_guard_fell(&s->reports, &g);
    Context *ctx = base_context_new();
    AnaWorld *world;
    bool ok = ana_world_open(ctx, &world);
    ses_collect(&s->reports, ctx);
    if (world) {
        *ranks = base_realloc(NULL, sizeof **ranks);
        **ranks = (causeway_ranks){ctx, world, false};
    } else {
        base_context_free(ctx);
    }
    base_guard_pop(&g);
    return ok ? CAUSEWAY_OK : CAUSEWAY_USAGE;
}

int causeway_ranks_own(const causeway_ranks *r) { return r ? ana_world_rank(r->world) : 0; }
int causeway_ranks_count(const causeway_ranks *r) { return r ? ana_world_size(r->world) : 1; }

void causeway_ranks_close(causeway_ranks *r) {
    if (!r) return;
    if (!r->joined && ana_world_rank(r->world) > 0) ana_world_send(r->world, 0, "n", 1);
    else if (!r->joined) answer_others(r->world, NULL);
    ana_world_close(r->world);
    base_context_free(r->ctx);
    base_realloc(r, 0);
}
