/* home.c - processes that many FMUs share: a system of hundreds needs no process for each.
 *
 * A process is a copy of ours with all descriptions that are read by then (fmu_host.c): so they are made at the first
 * use of one that lives there.  One that crashes takes those with it that share its process, which ends the run as it
 * does for one alone.
 */
#include "exchange/objects_impl.h"

typedef struct XchHome {
    int owners; /* the object of the equations, and those that live there */
    size_t most, nhosts;
    XchHost **hosts; /* NULL: not made yet */
    VEC(XchObject *) lodgers;
} XchHome;

static const double call_limit = 120; /* seconds that a call may last */

void *xch_home_new(int processes) {
    XchHome *h = base_realloc(NULL, sizeof *h);
    *h = (XchHome){.owners = 1, .most = processes > 0 ? (size_t)processes : 1};
    return h;
}

static void release(XchHome *h) {
    if (--h->owners) return;
    for (size_t i = 0; i < h->nhosts; i++) xch_host_free(h->hosts[i]);
    base_realloc(h->hosts, 0);
    vec_free(&h->lodgers);
    base_realloc(h, 0);
}

void xch_home_free(void *home) {
    if (home) release(home);
}

void xch_home_take(XchHome *h, XchObject *o) {
    h->owners++;
    vec_push(&h->lodgers, o);
}

void xch_home_leave(XchHome *h, XchObject *o) {
    for (size_t i = 0; i < h->lodgers.n; i++)
        if (h->lodgers.at[i] == o) h->lodgers.at[i] = NULL;
    release(h);
}

/* Neighbours in the order of the system share a process. */
static size_t host_of(const XchHome *h, size_t lodger) { return lodger * h->nhosts / h->lodgers.n; }

static void build(XchHome *h) {
    VEC(const XchFmu *) fmus = {0};
    h->nhosts = h->lodgers.n < h->most ? h->lodgers.n : h->most;
    h->hosts = base_realloc(NULL, (h->nhosts + 1) * sizeof(XchHost *));
    for (size_t k = 0; k < h->nhosts; k++) {
        fmus.n = 0;
        for (size_t i = 0; i < h->lodgers.n; i++)
            if (host_of(h, i) == k && h->lodgers.at[i]) vec_push(&fmus, h->lodgers.at[i]->fmu);
        h->hosts[k] = xch_host_new(fmus.at, fmus.n, true, call_limit);
    }
    vec_free(&fmus);
}

bool xch_home_enter(XchHome *h, XchObject *o) {
    size_t at = 0;
    if (!h->hosts) build(h);
    while (at < h->lodgers.n && h->lodgers.at[at] != o) at++;
    XchHost *host = at < h->lodgers.n ? h->hosts[host_of(h, at)] : NULL;
    if (host) return xch_settle_in(o, host);
    base_error(o->ctx, "XCH0008", (Span){0}, "no process can be started for %s", o->fmu->path);
    return false;
}
