/* pool.c - runs independent jobs on several threads.
 *
 * Threads draw the next number from one counter, so uneven jobs balance themselves.  Jobs must not share a
 * Context: names, sources and diagnostics are not locked.
 */
#include "base/base.h"

#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

typedef struct {
    _Atomic size_t next;
    size_t n;
    void (*job)(void *arg, size_t i);
    void *arg;
    bool guarded;       /* the thread that waits is: what goes wrong is handed to it */
    atomic_bool failed; /* it did ... */
    bool memory;        /* ... for want of memory */
    char text[1024];    /* ... the first time with these words */
} Work;

static void work_until_done(Work *w) {
    for (size_t i; !atomic_load(&w->failed) && (i = atomic_fetch_add(&w->next, 1)) < w->n;) w->job(w->arg, i);
}

static void *work_on_thread(void *p) {
    Work *w = p;
    BaseGuard g;
    if (!w->guarded) {
        work_until_done(w);
    } else if (BASE_GUARDED(&g)) {
        work_until_done(w);
        base_guard_pop(&g);
    } else if (!atomic_exchange(&w->failed, true)) {
        w->memory = g.memory;
        memcpy(w->text, g.text, sizeof w->text);
    }
    return NULL;
}

void base_parallel(int threads, size_t n, void (*job)(void *arg, size_t i), void *arg) {
    Work w = {.n = n, .job = job, .arg = arg, .guarded = base_is_guarded()};
    VEC(pthread_t) started = {0};
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, (size_t)16 << 20); /* recursion over user input is deep */
    for (int i = 1; i < threads && (size_t)i < n; i++) {
        pthread_t t;
        if (pthread_create(&t, &attributes, work_on_thread, &w) == 0) vec_push(&started, t);
    }
    pthread_attr_destroy(&attributes);
    (void)work_on_thread(&w);
    for (size_t i = 0; i < started.n; i++) pthread_join(started.at[i], NULL);
    vec_free(&started);
    if (atomic_load(&w.failed)) base_unwind(w.memory, w.text);
}
