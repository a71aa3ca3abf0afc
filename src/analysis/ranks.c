/* ranks.c - the processes of a study that mpirun has started: messages between them.
 *
 * The library of MPI is opened when the environment says that mpirun started us, so that nobody else needs it.  What is
 * a macro in mpi.h differs between libraries; here are the names of Open MPI's binary interface, which is Debian's.
 * Messages are waited for by looking now and then: Open MPI waits by spinning, which would take a processor from the
 * runs.
 */
#include "analysis/analysis.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { TAG = 7, ANY_SOURCE = -1 }; /* MPI_ANY_SOURCE of Open MPI */

/* MPI_Status of Open MPI 4: the public members, then its own. */
typedef struct {
    int source, tag, error, cancelled;
    size_t count;
    char spare[64];
} Status;

struct AnaWorld {
    void *library, *everybody, *byte; /* MPI_COMM_WORLD, MPI_BYTE */
    int (*send)(const void *, int, void *, int, int, void *);
    int (*receive)(void *, int, void *, int, int, void *, Status *);
    int (*probe)(int, int, void *, int *, Status *);
    int (*count)(const Status *, void *, int *);
    int (*finalize)(void);
    int rank, size;
};

static bool started_by_mpirun(void) {
    static const char *const marks[] = {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "PMIX_RANK"};
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
        if (getenv(marks[i])) return true;
    return false;
}

static bool find(AnaWorld *w, const char *name, void *function) {
    void *at = base_symbol(w->library, name);
    memcpy(function, &at, sizeof at); /* a function is no object */
    return at != NULL;
}

static bool open_library(AnaWorld *w) {
    static const char *const names[] = {"libmpi.so.40", "libmpi.so"};
    for (size_t i = 0; i < sizeof names / sizeof *names && !w->library; i++)
        w->library = base_load(names[i], RTLD_NOW | RTLD_GLOBAL);
    if (!w->library) return false;
    w->everybody = base_symbol(w->library, "ompi_mpi_comm_world");
    w->byte = base_symbol(w->library, "ompi_mpi_byte");
    return w->everybody && w->byte && find(w, "MPI_Send", &w->send) && find(w, "MPI_Recv", &w->receive) &&
           find(w, "MPI_Iprobe", &w->probe) && find(w, "MPI_Get_count", &w->count) &&
           find(w, "MPI_Finalize", &w->finalize);
}

/* Calls come from one thread, others compute: MPI_THREAD_FUNNELED. */
static bool begin(AnaWorld *w) {
    enum { FUNNELED = 1 };
    int (*init)(int *, char ***, int, int *), (*rank)(void *, int *), (*size)(void *, int *), have;
    return find(w, "MPI_Init_thread", &init) && find(w, "MPI_Comm_rank", &rank) && find(w, "MPI_Comm_size", &size) &&
           init(NULL, NULL, FUNNELED, &have) == 0 && rank(w->everybody, &w->rank) == 0 &&
           size(w->everybody, &w->size) == 0;
}

bool ana_world_open(Context *ctx, AnaWorld **world) {
    *world = NULL;
    if (!started_by_mpirun()) return true;
    AnaWorld *w = BASE_NEW(&ctx->arena, AnaWorld);
    if (!open_library(w)) {
        Diag *d = base_error(ctx, "ANA0030", (Span){0}, "started by mpirun, but Open MPI's library cannot be used");
        base_hint(ctx, d, "install libopenmpi3, or start the program without mpirun");
        return false;
    }
    if (!begin(w)) {
        base_error(ctx, "ANA0030", (Span){0}, "started by mpirun, but MPI does not begin");
        return false;
    }
    *world = w;
    return true;
}

int ana_world_rank(const AnaWorld *w) { return w ? w->rank : 0; }
int ana_world_size(const AnaWorld *w) { return w ? w->size : 1; }

bool ana_world_send(AnaWorld *w, int to, const void *data, size_t n) {
    return n < (1u << 30) && w->send(data, (int)n, w->byte, to, TAG, w->everybody) == 0;
}

bool ana_world_receive(AnaWorld *w, int *from, Text *out) {
    Status status = {0};
    int there = 0, n = 0;
    if (w->probe(ANY_SOURCE, TAG, w->everybody, &there, &status) != 0 || !there) return false;
    if (w->count(&status, w->byte, &n) != 0 || n < 0) return false;
    out->n = 0;
    vec_reserve(out, (size_t)n + 1);
    if (w->receive(out->at, n, w->byte, status.source, TAG, w->everybody, &status) != 0) return false;
    out->n = (size_t)n;
    out->at[n] = 0;
    *from = status.source;
    return true;
}

void ana_world_wait(void) {
    struct timespec moment = {0, 200000};
    nanosleep(&moment, NULL);
}

void ana_world_close(AnaWorld *w) {
    if (w) w->finalize();
}
