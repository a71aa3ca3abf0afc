/* pool.c - runs independent jobs on several threads.
 *
 * Threads draw the next number from one counter, so uneven jobs balance themselves.  Jobs must not share a
 * Context: names, sources and diagnostics are not locked.
 */
#include "base/base.h"

#include <pthread.h>
#include <stdatomic.h>

typedef struct {
    _Atomic size_t next;
    size_t n;
    void (*job)(void *arg, size_t i);
    void *arg;
} Work;

static void *work_until_done(void *p) {
    Work *w = p;
    for (size_t i; (i = atomic_fetch_add(&w->next, 1)) < w->n;) w->job(w->arg, i);
    return NULL;
}

void base_parallel(int threads, size_t n, void (*job)(void *arg, size_t i), void *arg) {
    Work w = {0, n, job, arg};
    VEC(pthread_t) started = {0};
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, (size_t)16 << 20); /* recursion over user input is deep */
    for (int i = 1; i < threads && (size_t)i < n; i++) {
        pthread_t t;
        if (pthread_create(&t, &attributes, work_until_done, &w) == 0) vec_push(&started, t);
    }
    pthread_attr_destroy(&attributes);
    work_until_done(&w);
    for (size_t i = 0; i < started.n; i++) pthread_join(started.at[i], NULL);
    vec_free(&started);
}
