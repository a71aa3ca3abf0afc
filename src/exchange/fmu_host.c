/* fmu_host.c - where instances of FMUs live: by default in a process of their own.
 *
 * The process is a copy of ours (fork), made when all descriptions are read.  Both see one piece of memory, at one
 * address: a message lies there with its arrays behind it, and a word that says whose turn it is.  What an FMU does to
 * its process (crashes, exit(), loops without end) is seen here as a status, with the function that was being called.
 */
#include "exchange/unit_impl.h"

#include <errno.h>
#include <linux/futex.h>
#include <math.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { OURS, THEIRS }; /* whose turn */
enum { SPINS = 200 };

typedef struct {
    atomic_uint turn;
    XchMessage message;
} Shared;

struct XchHost {
    bool isolated;
    pid_t child; /* 0: none, or it has ended */
    Shared *shared;
    size_t size, used; /* of the shared memory; of it by the arrays of a message */
    double limit;
    char end[160]; /* how the process ended */
    XchStatus ended;
};

struct XchUnit {
    XchHost *host;
    const XchFmu *fmu;
    XchLocal *there;
    XchStatus status;
    bool event_mode;
    bool unusable; /* after an error only freeing is allowed */
    Text why;
};

/* ---- whose turn it is -------------------------------------------------------------------------------------------- */

static void futex_wait(atomic_uint *word, unsigned while_, double seconds) {
    struct timespec t = {(time_t)seconds, (long)((seconds - floor(seconds)) * 1e9)};
    syscall(SYS_futex, word, FUTEX_WAIT, while_, &t, NULL, 0);
}

static void give_turn(Shared *s, unsigned to) {
    atomic_store(&s->turn, to);
    syscall(SYS_futex, &s->turn, FUTEX_WAKE, 1, NULL, NULL, 0);
}

static bool is_turn(Shared *s, unsigned whose) {
    for (int i = 0; i < SPINS; i++)
        if (atomic_load(&s->turn) == whose) return true;
    return false;
}

/* ---- the other process ------------------------------------------------------------------------------------------- */

/* Ends the process when the one that we work for is gone, whatever the FMU is doing. */
static void *watch_parent(void *parent) {
    while (getppid() == *(pid_t *)parent) nanosleep(&(struct timespec){0, 200000000}, NULL);
    _exit(0);
}

static void serve(Shared *s, pid_t parent) {
    pthread_t watch;
    pthread_create(&watch, NULL, watch_parent, &parent);
    for (;;) {
        while (!is_turn(s, THEIRS)) futex_wait(&s->turn, OURS, 1.0);
        if (s->message.op == XCH_OP_END) _exit(0);
        xch_execute(&s->message);
        give_turn(s, OURS);
    }
}

static void become_host(Shared *s, pid_t parent) {
    static const int faults[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTERM, SIGPIPE};
    sigset_t none;
    sigemptyset(&none);
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) signal(faults[i], SIG_DFL);
    signal(SIGINT, SIG_IGN); /* the user speaks to the program */
    sigprocmask(SIG_SETMASK, &none, NULL);
    setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
    BaseGuard g;
    if (BASE_GUARDED(&g)) serve(s, parent);
    _exit(70);
}

/* ---- host -------------------------------------------------------------------------------------------------------- */

XchHost *xch_host_new(const XchFmu *const *fmus, size_t n, bool isolated, double limit) {
    XchHost *h = base_realloc(NULL, sizeof *h);
    *h = (XchHost){.isolated = isolated, .limit = limit};
    if (!isolated) return h;
    size_t values = 1 << 16;
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < fmus[i]->model->variables.n; k++) values += 1 + fmus[i]->model->variables.at[k].nvalues;
    h->size = sizeof(Shared) + values * 6 * sizeof(double) + (1 << 20);
    h->shared = mmap(NULL, h->size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (h->shared == MAP_FAILED) {
        base_realloc(h, 0);
        return NULL;
    }
    pid_t parent = getpid();
    h->child = base_fork();
    if (h->child == 0) become_host(h->shared, parent);
    if (h->child < 0) {
        munmap(h->shared, h->size);
        base_realloc(h, 0);
        return NULL;
    }
    return h;
}

static void end_child(XchHost *h) {
    if (h->child <= 0) return;
    kill(h->child, SIGKILL);
    waitpid(h->child, NULL, 0);
    h->child = 0;
}

void xch_host_free(XchHost *h) {
    if (!h) return;
    if (h->isolated && h->child > 0) {
        h->shared->message.op = XCH_OP_END;
        give_turn(h->shared, THEIRS);
        for (int i = 0; i < 100 && h->child > 0; i++) { /* files that the FMU keeps open are closed by its end */
            if (waitpid(h->child, NULL, WNOHANG) != 0) h->child = 0;
            else nanosleep(&(struct timespec){0, 1000000}, NULL);
        }
        end_child(h);
    }
    if (h->isolated) munmap(h->shared, h->size);
    base_realloc(h, 0);
}

/* Has the process ended?  Then how. */
static bool child_ended(XchHost *h) {
    int status;
    pid_t p = waitpid(h->child, &status, WNOHANG);
    if (p == 0) return false;
    h->child = 0;
    h->ended = XCH_GONE;
    const char *in = h->shared->message.function;
    if (p > 0 && WIFSIGNALED(status))
        snprintf(h->end, sizeof h->end, "the FMU crashed in %s (%s)", in, strsignal(WTERMSIG(status)));
    else if (p > 0 && WIFEXITED(status))
        snprintf(h->end, sizeof h->end, "the FMU ended its process in %s, with code %d", in, WEXITSTATUS(status));
    else snprintf(h->end, sizeof h->end, "the process of the FMU is gone, in %s", in);
    return true;
}

/* Runs the message that lies in the shared memory; false: there is no other process any more. */
static bool run_there(XchHost *h) {
    if (h->child <= 0) return false;
    give_turn(h->shared, THEIRS);
    double began = base_seconds();
    while (!is_turn(h->shared, OURS)) {
        futex_wait(&h->shared->turn, THEIRS, 0.05);
        if (atomic_load(&h->shared->turn) == OURS) break;
        if (child_ended(h)) return false;
        if (h->limit > 0 && base_seconds() - began > h->limit) {
            snprintf(h->end, sizeof h->end, "the FMU did not come back from %s within %g s",
                     h->shared->message.function, h->limit);
            h->ended = XCH_HUNG;
            end_child(h);
            return false;
        }
    }
    return true;
}

/* ---- messages ---------------------------------------------------------------------------------------------------- */

/* Room behind the message; NULL: there is none left. */
static void *room(XchHost *h, size_t bytes) {
    size_t at = (h->used + 15) & ~(size_t)15;
    if (bytes > h->size - sizeof(Shared) || at > h->size - bytes) return NULL;
    h->used = at + bytes;
    return (char *)h->shared + at;
}

static void *carry(XchHost *h, const void *from, size_t bytes, bool *ok) {
    if (!from) return NULL;
    void *to = room(h, bytes);
    if (to) memcpy(to, from, bytes);
    else *ok = false;
    return to;
}

static size_t count_values(const XchUnit *u, uint32_t n, const uint32_t *vars) {
    size_t count = 0;
    for (uint32_t i = 0; i < n; i++) count += u->fmu->model->variables.at[vars[i]].nvalues;
    return count;
}

static void explain(XchUnit *u, const XchMessage *m) {
    u->why.n = 0;
    if (m->status == XCH_DONE) return;
    base_text_printf(&u->why, "%s %s%s%s", m->function,
                     m->status == XCH_DISCARDED ? "could not be done"
                     : m->status == XCH_FATAL   ? "failed for good"
                                                : "failed",
                     m->log[0] ? ": " : "", m->log);
    while (u->why.n && u->why.at[u->why.n - 1] == '\n') u->why.at[--u->why.n] = 0;
    base_text_clean(&u->why, 0);
}

static void give_up(XchUnit *u, XchStatus status, const char *why) {
    u->status = status;
    u->unusable = true;
    u->why.n = 0;
    base_text_add(&u->why, why);
}

static bool talk_remote(XchUnit *u, XchMessage *m) {
    XchHost *h = u->host;
    const XchModel *model = u->fmu->model;
    size_t nset = count_values(u, m->nset, m->set) * sizeof(double),
           nget = count_values(u, m->nget, m->get) * sizeof(double);
    size_t nx = model->nstates * sizeof(double), nz = model->nindicators * sizeof(double);
    bool ok = true;
    h->used = sizeof(Shared);
    XchMessage sent = *m;
    sent.set = carry(h, m->set, m->nset * sizeof *m->set, &ok);
    sent.get = carry(h, m->get, m->nget * sizeof *m->get, &ok);
    sent.set_values = carry(h, m->set_values, nset, &ok);
    sent.got = carry(h, m->got, nget, &ok);
    sent.x = carry(h, m->x, nx, &ok);
    sent.dx = carry(h, m->dx, nx, &ok);
    sent.z = carry(h, m->z, nz, &ok);
    sent.clocks = carry(h, m->clocks, m->nclocks * sizeof *m->clocks, &ok);
    sent.intervals = carry(h, m->intervals, m->nclocks * sizeof *m->intervals, &ok);
    sent.name = carry(h, m->name, m->name ? strlen(m->name) + 1 : 0, &ok);
    sent.text = carry(h, m->text, m->room ? m->room : m->text ? strlen(m->text) + 1 : 0, &ok);
    if (!ok) {
        give_up(u, XCH_FAILED, "a message to the FMU is too large");
        return false;
    }
    h->shared->message = sent;
    if (!run_there(h)) {
        give_up(u, h->ended, h->end);
        return false;
    }
    XchMessage *back = &h->shared->message;
    if (m->got) memcpy(m->got, sent.got, nget);
    if (m->x) memcpy(m->x, sent.x, nx);
    if (m->dx) memcpy(m->dx, sent.dx, nx);
    if (m->z) memcpy(m->z, sent.z, nz);
    if (m->intervals) memcpy(m->intervals, sent.intervals, m->nclocks * sizeof *m->intervals);
    if (m->room) snprintf((char *)m->text, m->room, "%s", sent.text);
    m->unit = back->unit, m->reached = back->reached, m->step = back->step, m->state = back->state,
    m->event = back->event;
    m->status = back->status;
    memcpy(m->function, back->function, sizeof m->function);
    memcpy(m->log, back->log, sizeof m->log);
    m->function[sizeof m->function - 1] = m->log[sizeof m->log - 1] = 0;
    return true;
}

static bool talk(XchUnit *u, XchMessage *m) {
    if (u->unusable) return false;
    m->unit = u->there;
    if (!u->host->isolated) xch_execute(m);
    else if (!talk_remote(u, m)) return false;
    u->status = m->status;
    explain(u, m);
    if (m->status == XCH_FATAL) u->unusable = true;
    return m->status == XCH_DONE;
}

const char *xch_host_end(const XchHost *h) { return h->end; }

XchStatus xch_ask(XchHost *h, XchMessage *m) {
    bool ok = true;
    char *back = (char *)m->text;
    const char *name = m->name;
    h->used = sizeof(Shared);
    m->name = carry(h, m->name, m->name ? strlen(m->name) + 1 : 0, &ok);
    m->text = carry(h, m->text, m->room, &ok);
    h->shared->message = *m;
    ok = ok && run_there(h);
    *m = h->shared->message;
    if (ok && back) snprintf(back, m->room, "%s", m->text);
    m->text = back, m->name = name;
    return ok ? m->status : h->ended;
}

/* ---- one function a call ----------------------------------------------------------------------------------------- */

XchUnit *xch_unit_new(XchHost *h, const XchFmu *f, int kind, const char *name, bool logging) {
    XchUnit *u = base_realloc(NULL, sizeof *u);
    *u = (XchUnit){.host = h, .fmu = f};
    XchMessage m = {.op = XCH_OP_INSTANTIATE, .fmu = f, .kind = kind, .name = name, .logging = logging};
    if (talk(u, &m)) u->there = m.unit, u->event_mode = m.event.needed;
    else u->unusable = true;
    return u;
}

void xch_unit_free(XchUnit *u) {
    if (!u) return;
    if (u->there && u->status != XCH_FATAL && u->status != XCH_GONE && u->status != XCH_HUNG) {
        XchMessage m = {.op = XCH_OP_FREE};
        u->unusable = false;
        talk(u, &m);
    }
    base_text_free(&u->why);
    base_realloc(u, 0);
}

XchStatus xch_status(const XchUnit *u) { return u->status; }
bool xch_event_mode(const XchUnit *u) { return u->event_mode; }
const char *xch_why(const XchUnit *u) { return u->why.n ? u->why.at : ""; }

bool xch_enter_initialisation(XchUnit *u, double start, double stop, double tolerance) {
    return talk(u, &(XchMessage){.op = XCH_OP_ENTER_INIT, .time = start, .stop = stop, .tolerance = tolerance});
}

bool xch_exit_initialisation(XchUnit *u) { return talk(u, &(XchMessage){.op = XCH_OP_EXIT_INIT}); }
bool xch_terminate(XchUnit *u) { return talk(u, &(XchMessage){.op = XCH_OP_TERMINATE}); }

bool xch_set(XchUnit *u, uint32_t n, const uint32_t *vars, const double *values) {
    return talk(u, &(XchMessage){.op = XCH_OP_SET, .nset = n, .set = vars, .set_values = values});
}

bool xch_get(XchUnit *u, uint32_t n, const uint32_t *vars, double *values) {
    return talk(u, &(XchMessage){.op = XCH_OP_GET, .nget = n, .get = vars, .got = values});
}

bool xch_set_text(XchUnit *u, uint32_t var, const char *text) {
    return talk(u, &(XchMessage){.op = XCH_OP_SET_TEXT, .nset = 1, .set = &var, .text = text});
}

bool xch_set_text_later(XchUnit *u, uint32_t var, const char *text) {
    return talk(u, &(XchMessage){.op = XCH_OP_LATER, .nset = 1, .set = &var, .text = text});
}

bool xch_get_text(XchUnit *u, uint32_t var, char *text, size_t size) {
    text[0] = 0;
    memset(text, 0, size);
    return talk(u, &(XchMessage){.op = XCH_OP_GET_TEXT, .nget = 1, .get = &var, .text = text, .room = size});
}

static XchMessage point(XchOp op, const XchPoint *p) {
    return (XchMessage){.op = op,
                        .time = p->time,
                        .x = (double *)p->x,
                        .set_states = p->x != NULL,
                        .nset = p->nset,
                        .set = p->set,
                        .set_values = p->set_values,
                        .nget = p->nget,
                        .get = p->get,
                        .got = p->got,
                        .dx = p->dx,
                        .z = p->z,
                        .nclocks = p->nclocks,
                        .clocks = p->clocks,
                        .intervals = p->intervals};
}

bool xch_evaluate(XchUnit *u, const XchPoint *p) {
    XchMessage m = point(XCH_OP_EVALUATE, p);
    return talk(u, &m);
}

bool xch_event(XchUnit *u, const XchPoint *p, double *x, XchEvent *e) {
    XchMessage m = point(XCH_OP_EVENT, p);
    if (p->x && p->x != x) memcpy(x, p->x, u->fmu->model->nstates * sizeof *x);
    m.x = x;
    m.event = *e;
    bool ok = talk(u, &m);
    *e = m.event;
    return ok;
}

bool xch_accept(XchUnit *u, XchEvent *e) {
    XchMessage m = {.op = XCH_OP_ACCEPT};
    bool ok = talk(u, &m);
    *e = m.event;
    return ok;
}

bool xch_activate(XchUnit *u, uint32_t clock, double time) {
    return talk(u, &(XchMessage){.op = XCH_OP_ACTIVATE, .time = time, .nset = 1, .set = &clock});
}

bool xch_interval(XchUnit *u, uint32_t clock, double *interval, double *shift) {
    XchMessage first = {.op = XCH_OP_SHIFT, .nget = 1, .get = &clock},
               m = {.op = XCH_OP_INTERVAL, .nget = 1, .get = &clock};
    if (shift && talk(u, &first)) *shift = first.step;
    bool ok = talk(u, &m);
    *interval = ok ? m.step : NAN;
    return ok;
}

bool xch_configure(XchUnit *u, uint32_t n, const uint32_t *vars, const double *values) {
    return talk(u, &(XchMessage){.op = XCH_OP_CONFIGURE, .nset = n, .set = vars, .set_values = values});
}

bool xch_nominals(XchUnit *u, double *x) { return talk(u, &(XchMessage){.op = XCH_OP_NOMINALS, .x = x}); }

bool xch_step(XchUnit *u, double time, double step, const XchPoint *p, double *reached, XchEvent *e) {
    XchMessage m = point(XCH_OP_STEP, p);
    m.time = time, m.step = step;
    bool ok = talk(u, &m);
    *reached = m.reached;
    *e = m.event;
    return ok;
}

bool xch_step_event(XchUnit *u, const XchPoint *p, XchEvent *e) {
    XchMessage m = point(XCH_OP_CS_EVENT, p);
    m.event = *e;
    bool ok = talk(u, &m);
    *e = m.event;
    return ok;
}

bool xch_set_motion(XchUnit *u, uint32_t n, const uint32_t *vars, const double *slopes) {
    return talk(u, &(XchMessage){.op = XCH_OP_MOTION, .nset = n, .set = vars, .set_values = slopes});
}

bool xch_get_rates(XchUnit *u, uint32_t n, const uint32_t *vars, double *slopes) {
    return talk(u, &(XchMessage){.op = XCH_OP_RATES, .nget = n, .get = vars, .got = slopes});
}

bool xch_save(XchUnit *u, void **state) {
    XchMessage m = {.op = XCH_OP_SAVE, .state = *state};
    bool ok = talk(u, &m);
    *state = m.state;
    return ok;
}

bool xch_restore(XchUnit *u, void *state) { return talk(u, &(XchMessage){.op = XCH_OP_RESTORE, .state = state}); }
void xch_drop(XchUnit *u, void *state) {
    if (state) talk(u, &(XchMessage){.op = XCH_OP_DROP, .state = state});
}

bool xch_serialise(XchUnit *u, void **state) {
    XchMessage m = {.op = XCH_OP_SERIALISE, .state = *state};
    bool ok = talk(u, &m);
    *state = m.state;
    return ok;
}

bool xch_directional(XchUnit *u, uint32_t nunknowns, const uint32_t *unknowns, uint32_t nknowns, const uint32_t *knowns,
                     const double *seed, double *out) {
    return talk(u, &(XchMessage){.op = XCH_OP_DIRECTIONAL,
                                 .nget = nunknowns,
                                 .get = unknowns,
                                 .got = out,
                                 .nset = nknowns,
                                 .set = knowns,
                                 .set_values = seed});
}
