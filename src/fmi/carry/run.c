/* run.c - the run of a model inside an FMU: memory, services of the generated code, values.
 *
 * Pasted behind the generated C of a model, and needs nothing else: C99, no library but libm.  The exporter writes one
 * FmModel (tables of the model) in front of it.  The equations are evaluated by the functions of cw_code; the order of
 * things is that of the program's own runtime (src/runtime), with the methods of src/solve.
 */

/* ---- memory ------------------------------------------------------------------------------------------------------ */

static void *fm_get(size_t n, size_t size) {
    void *p = calloc(n ? n : 1, size);
    return p;
}

static void *fm_resize(void *arg, void *old, size_t bytes) {
    (void)arg;
    if (bytes) return realloc(old, bytes);
    free(old);
    return 0;
}

static const SolMemory fm_heap = {fm_resize, 0};

/* Scratch of one evaluation: blocks that stay for the next one. */
typedef struct FmBlock {
    struct FmBlock *next;
    size_t used, size;
} FmBlock;

typedef struct {
    FmBlock *block;
    size_t used;
} FmMark;

typedef struct {
    int n, room;
    int first; /* entries before it are forgotten */
    double *t, *y;
} FmDelay;

typedef struct {
    int n, room, started;
    double *x, *y, last_t, last_x;
} FmSpatial;

enum { FM_RECENT = 6 };

typedef struct {
    SolSystem sol;
    int swept;     /* the factors are those of the present sweep of tangents */
    int warned;    /* that something is left open */
    double *parts; /* all numbers of it: those of sol, old, recent */
    double *old;   /* the solution at the latest accepted point */
    int has_old;
    double last_time;
    double *recent, recent_time[FM_RECENT]; /* solutions at the latest instants, times ascending */
    int nrecent;
} FmSystem;

enum { FM_MOST_ORDERS = 3 };

/* An input that moves within a step: derivatives at the start of it. */
typedef struct {
    int var;
    double value, d[FM_MOST_ORDERS];
} FmMotion;

enum { FM_TENTATIVE, FM_ACCEPTED, FM_COLLECT };
enum { FM_REL_STATE, FM_REL_TIME, FM_REL_FLOOR };
enum { FM_LT, FM_LE, FM_GT, FM_GE };

enum { FM_SLIDES = 8 }; /* changes taken back at once after which a relation is said to slide */

typedef struct {
    double before[FM_SLIDES]; /* the latest state events, the last one first */
    int stuck, warned;        /* state events at one instant, as good as; of chattering was told */
} FmSlide;

typedef struct FmRun {
    CwEnv env;
    double *v, *d, *r;
    const char **s;
    char **kept; /* strings that variables hold, owned here */
    unsigned char *given;
    double *start; /* start values given from outside, by variable ... */
    unsigned char *start_given;
    double *g, *eps, *truth, *shifted;
    FmSlide slide;
    unsigned char *armed, *slides; /* by relation; slides: changes in a row that were taken back at once */
    long long *clock_next;
    double *clock_start, *clock_interval;
    FmSystem *systems;
    FmDelay *delays;
    FmSpatial *spatials;
    unsigned char *ticked,
        *wanted;   /* by clock: ticked in the last event; wanted: 1 should tick, 2 work, 4 it was told */
    double *saved; /* nvars: work of event iterations and continuation */
    struct {
        int var;
        double value;
    } * reinits;
    int nreinits, room_reinits;
    FmMotion *motions;
    int nmotions, room_motions;
    double motion_start; /* where the step begins */
    struct {
        void *object;
        void (*destructor)(CwEnv *e, void *object);
    } * objects;
    int nobjects, room_objects;
    FmBlock *blocks, *block; /* scratch: all, and the one in use */
    FmJump *jump;            /* where a failed evaluation lands */
    int asserts, assert_failed, when_assert_failed;
    int recording, terminated;
    int behind;   /* variables that are only results belong to an earlier point */
    int trial;    /* an iteration of the integrator asks: the last digits do not matter */
    int sweep;    /* several tangents are wanted at one point: systems keep their factors */
    int damped;   /* since it was cleared, Newton needed damping or another start somewhere */
    int unsolved; /* system without solution in the last evaluation, -1: none */
    double next_time_event, tiny;
    double shortest_delay; /* of those asked for so far */
    unsigned char *warned;
    const char *told; /* the last text that a function said of itself */
    char message[1024];
    void (*log)(void *arg, int level, const char *text); /* 0 message, 1 warning, 2 error */
    void *log_arg;
    const char *resources;
} FmRun;

static void fm_unwind(FmRun *run) { longjmp(run->jump->at, 1); }

static void fm_say(FmRun *run, int level, const char *text) {
    if (run->log) run->log(run->log_arg, level, text);
}

/* Remembers why an evaluation cannot go on. */
static void fm_fail(FmRun *run, const char *what, int origin, const char *text) {
    snprintf(run->message, sizeof run->message, "%s%s%s%s",
             origin >= 0 && origin < fm_model.norigins ? fm_model.origins[origin] : "",
             origin >= 0 && origin < fm_model.norigins && fm_model.origins[origin][0] ? ": " : "", what, text);
}

static int fm_eval(FmRun *run, CwFn f) {
    FmJump here;
    FmJump *outer = run->jump;
    int ok;
    if (!f) return 1;
    run->jump = &here;
    ok = setjmp(here.at) == 0;
    if (ok) f(&run->env);
    run->jump = outer;
    if (!outer) {
        run->env.in_when = 0;
        run->block = run->blocks;
        if (run->block) run->block->used = 0;
    }
    return ok;
}

/* ---- a state as bytes -------------------------------------------------------------------------------------------- */

typedef struct {
    char *at;
    size_t n, room;
    int reading;
} FmBytes; /* at 0: only counts */

static int fm_pass(FmBytes *b, void *data, size_t n) {
    if (b->reading && b->n + n > b->room) return 0;
    if (b->at && n) {
        if (b->reading) memcpy(data, b->at + b->n, n);
        else memcpy(b->at + b->n, data, n);
    }
    b->n += n;
    return 1;
}

/* ---- services of the generated code ------------------------------------------------------------------------------ */

static FmRun *fm_host(CwEnv *e) { return (FmRun *)e->host; }

static void *fm_memory(CwEnv *e, unsigned long bytes) {
    FmRun *run = fm_host(e);
    size_t need = ((size_t)bytes + 15) / 16 * 16;
    const size_t head = (sizeof(FmBlock) + 15) / 16 * 16;
    char *at;
    if (!run->block || run->block->used + need > run->block->size) {
        FmBlock *next = run->block ? run->block->next : run->blocks;
        if (!next || next->size < need) {
            size_t size = need > 65536 ? need : 65536;
            FmBlock *fresh = (FmBlock *)malloc(head + size);
            if (!fresh) {
                fm_fail(run, "memory is exhausted", -1, "");
                fm_unwind(run);
            }
            fresh->size = size;
            fresh->next = next;
            if (run->block) run->block->next = fresh;
            else run->blocks = fresh;
            next = fresh;
        }
        next->used = 0;
        run->block = next;
    }
    at = (char *)run->block + head + run->block->used;
    run->block->used += need;
    memset(at, 0, need);
    return at;
}

static void *fm_mark(CwEnv *e) {
    FmMark here;
    FmMark *kept;
    here.block = fm_host(e)->block;
    here.used = here.block ? here.block->used : 0;
    kept = (FmMark *)fm_memory(e, sizeof here);
    *kept = here;
    return kept;
}

static void fm_release(CwEnv *e, void *mark) {
    FmMark here = *(FmMark *)mark;
    FmRun *run = fm_host(e);
    run->block = here.block;
    if (run->block) run->block->used = here.used;
}

static void fm_assertion(CwEnv *e, int level, const char *text, int origin) {
    FmRun *run = fm_host(e);
    if (level == 3 && run->asserts == FM_TENTATIVE) return;
    if (level == 2) {
        int known = origin >= 0 && origin < fm_model.norigins;
        if (run->asserts == FM_TENTATIVE || (known && run->warned[origin])) return;
        if (known) run->warned[origin] = 1;
        fm_fail(run, "", origin, text);
        fm_say(run, 1, run->message);
        return;
    }
    if (run->asserts == FM_COLLECT && level != 4 && (run->assert_failed || run->when_assert_failed)) return;
    fm_fail(run, "", origin, text);
    run->assert_failed = 1;
    run->when_assert_failed = e->in_when != 0;
    if (run->asserts != FM_COLLECT || level == 4) fm_unwind(run);
}

static void fm_terminate(CwEnv *e, const char *text, int origin) {
    FmRun *run = fm_host(e);
    if (run->terminated) return;
    run->terminated = 1;
    fm_fail(run, "terminate: ", origin, text);
    fm_say(run, 0, run->message);
}

static void fm_reinit(CwEnv *e, int var, double value) {
    FmRun *run = fm_host(e);
    if (run->nreinits == run->room_reinits) {
        int room = 2 * run->room_reinits + 8;
        void *larger = realloc(run->reinits, (size_t)room * sizeof *run->reinits);
        if (!larger) {
            fm_fail(run, "memory is exhausted", -1, "");
            fm_unwind(run);
        }
        run->reinits = larger;
        run->room_reinits = room;
    }
    run->reinits[run->nreinits].var = var;
    run->reinits[run->nreinits++].value = value;
}

static void fm_error(CwEnv *e, const char *text, int origin) {
    fm_fail(fm_host(e), "", origin, text);
    e->place = 0;
    fm_unwind(fm_host(e));
}

static void fm_object(CwEnv *e, int var, void *made, void (*destructor)(CwEnv *e, void *object)) {
    FmRun *run = fm_host(e);
    if (run->nobjects == run->room_objects) {
        int room = 2 * run->room_objects + 8;
        void *larger = realloc(run->objects, (size_t)room * sizeof *run->objects);
        if (!larger) fm_unwind(run);
        run->objects = larger;
        run->room_objects = room;
    }
    run->objects[run->nobjects].object = made;
    run->objects[run->nobjects++].destructor = destructor;
    e->o[var] = made;
}

static void fm_external(CwEnv *e, const char *name) {
    (void)e;
    (void)name;
}

static void fm_message(CwEnv *e, int level, const char *text) {
    FmRun *run = fm_host(e);
    if (level == 2 && run->told == text) return;
    if (level == 2) run->told = text;
    fm_say(run, level ? 1 : 0, text);
}

static void fm_linger(CwEnv *e) {
    (void)e;
} /* a loop is left by its own condition only: FMI knows no end from outside */

static const char *fm_string_real(CwEnv *e, double x, int digits, int length, int left) {
    char *out = (char *)fm_memory(e, 512);
    if (digits < 0) digits = 0;
    if (digits > 60) digits = 60;
    if (length < 0) length = 0;
    if (length > 400) length = 400;
    snprintf(out, 512, left ? "%-*.*g" : "%*.*g", length, digits, x);
    return out;
}

static const char *fm_string_int(CwEnv *e, long long x, int length, int left) {
    char *out = (char *)fm_memory(e, 512);
    if (length < 0) length = 0;
    if (length > 400) length = 400;
    snprintf(out, 512, left ? "%-*lld" : "%*lld", length, x);
    return out;
}

/* Flags, width, precision and one of f F e E g G (Real) or d i o x X u c (Integer): MLS 3.6, 3.7.2. */
static const char *fm_string_format(CwEnv *e, double x, const char *format) {
    FmRun *run = fm_host(e);
    const char *p = *format == '%' ? format + 1 : format, *start = p;
    char full[48], type, *out = (char *)fm_memory(e, 512);
    int whole, real;
    while (*p && strchr("-+ #0", *p)) p++;
    while (*p >= '0' && *p <= '9') p++;
    if (*p == '.')
        for (p++; *p >= '0' && *p <= '9';) p++;
    type = *p;
    whole = type && strchr("dioxXuc", type);
    real = type && strchr("fFeEgG", type);
    if ((!whole && !real) || p[1] || p - start > 20) {
        fm_fail(run, "String(): this is not a format: ", -1, format);
        fm_unwind(run);
    }
    full[0] = '%';
    memcpy(full + 1, start, (size_t)(p - start));
    snprintf(full + 1 + (p - start), 8, "%s%c", whole && type != 'c' ? "ll" : "", type);
    if (type == 'c') snprintf(out, 512, full, (int)x);
    else if (whole) snprintf(out, 512, full, (long long)x);
    else snprintf(out, 512, full, x);
    return out;
}

/* Strings of variables live until the variable gets another one; what code asks to keep, until the run ends. */
static const char *fm_keep(CwEnv *e, const char *text) {
    (void)e;
    return text;
}

static int fm_grow(double **a, double **b, int n, int *room) {
    int more = 2 * *room + 64;
    double *x, *y;
    if (n < *room) return 1;
    x = (double *)realloc(*a, (size_t)more * sizeof *x);
    if (x) *a = x;
    y = (double *)realloc(*b, (size_t)more * sizeof *y);
    if (y) *b = y;
    if (!x || !y) return 0;
    *room = more;
    return 1;
}

/* ---- delay and spatialDistribution (MLS 3.6, 3.7.4.2 and 3.7.4.3) ------------------------------------------------ */

static double fm_slope(const FmDelay *b, int k) {
    int left = k > b->first && b->t[k] > b->t[k - 1], right = k + 1 < b->n && b->t[k + 1] > b->t[k];
    double a = left ? (b->y[k] - b->y[k - 1]) / (b->t[k] - b->t[k - 1]) : 0;
    double c = right ? (b->y[k + 1] - b->y[k]) / (b->t[k + 1] - b->t[k]) : 0;
    if (left && right) {
        double ha = b->t[k] - b->t[k - 1], hc = b->t[k + 1] - b->t[k];
        return (a * hc + c * ha) / (ha + hc);
    }
    return left ? a : c;
}

static double fm_past(const FmDelay *b, double t) {
    int low = b->first, high = b->n - 1;
    double h, s, y0, y1;
    while (high - low > 1) {
        int mid = low + (high - low) / 2;
        if (b->t[mid] <= t) low = mid;
        else high = mid;
    }
    h = b->t[high] - b->t[low];
    if (!(h > 0)) return b->y[high];
    s = (t - b->t[low]) / h;
    y0 = b->y[low];
    y1 = b->y[high];
    return y0 + s * s * (3 - 2 * s) * (y1 - y0) +
           s * (1 - s) * ((1 - s) * h * fm_slope(b, low) - s * h * fm_slope(b, high));
}

static void fm_store_delay(FmRun *run, FmDelay *b, double now, double value, double oldest) {
    if (b->n && b->t[b->n - 1] == now && fabs(b->y[b->n - 1] - value) <= 1e-7 * fabs(value) + 1e-12) return;
    while (b->n > b->first && b->t[b->n - 1] > now) b->n--;
    if (!fm_grow(&b->t, &b->y, b->n, &b->room)) {
        fm_fail(run, "memory is exhausted", -1, "");
        fm_unwind(run);
    }
    b->t[b->n] = now;
    b->y[b->n++] = value;
    while (b->first + 3 < b->n && b->t[b->first + 2] < oldest) b->first++;
    if (b->first >= 1024 && b->first >= b->n / 2) {
        memmove(b->t, b->t + b->first, (size_t)(b->n - b->first) * sizeof *b->t);
        memmove(b->y, b->y + b->first, (size_t)(b->n - b->first) * sizeof *b->y);
        b->n -= b->first;
        b->first = 0;
    }
}

static double fm_delay(CwEnv *e, int buffer, double value, double delay_time, double delay_max) {
    FmRun *run = fm_host(e);
    FmDelay *b = &run->delays[buffer];
    double now = e->v[0], at = now - delay_time, last;
    if (delay_time < 0) {
        fm_fail(run, "delay(): the delay time is negative", -1, "");
        fm_unwind(run);
    }
    if (delay_time > 0 && delay_time < run->shortest_delay) run->shortest_delay = delay_time;
    if (run->recording) fm_store_delay(run, b, now, value, now - (delay_max > delay_time ? delay_max : delay_time));
    if (b->n == 0) return value;
    if (at <= b->t[b->first]) return b->y[b->first];
    last = b->t[b->n - 1];
    if (at < last) return fm_past(b, at);
    if (!(now > last)) return b->y[b->n - 1];
    return b->y[b->n - 1] + (value - b->y[b->n - 1]) * (at - last) / (now - last);
}

static double fm_profile(const FmSpatial *b, double m, double end_m, double end_y) {
    int n = b->n, low = 0, high = n - 1;
    const double *x = b->x, *y = b->y;
    double h;
    if (m <= x[0]) return end_m < x[0] ? y[0] + (end_y - y[0]) * (x[0] - m) / (x[0] - end_m) : y[0];
    if (m >= x[n - 1])
        return end_m > x[n - 1] ? y[n - 1] + (end_y - y[n - 1]) * (m - x[n - 1]) / (end_m - x[n - 1]) : y[n - 1];
    while (high - low > 1) {
        int mid = low + (high - low) / 2;
        if (x[mid] <= m) low = mid;
        else high = mid;
    }
    h = x[high] - x[low];
    return h > 0 ? y[low] + (y[high] - y[low]) * (m - x[low]) / h : y[high];
}

static void fm_push_spatial(FmRun *run, FmSpatial *b, int front, double x, double y) {
    if (!fm_grow(&b->x, &b->y, b->n + 1, &b->room)) {
        fm_fail(run, "memory is exhausted", -1, "");
        fm_unwind(run);
    }
    if (front) {
        memmove(b->x + 1, b->x, (size_t)b->n * sizeof *b->x);
        memmove(b->y + 1, b->y, (size_t)b->n * sizeof *b->y);
    }
    b->x[front ? 0 : b->n] = x;
    b->y[front ? 0 : b->n] = y;
    b->n++;
}

static void fm_record_spatial(FmRun *run, FmSpatial *b, const double *in) {
    double x = in[2];
    int drop = 0;
    if (in[3] != 0) {
        if (-x < b->x[0] || b->y[0] != in[0]) fm_push_spatial(run, b, 1, -x, in[0]);
        while (b->n > 2 && b->x[b->n - 2] > 1 - x) b->n--;
        return;
    }
    if (1 - x > b->x[b->n - 1] || b->y[b->n - 1] != in[1]) fm_push_spatial(run, b, 0, 1 - x, in[1]);
    while (drop + 2 < b->n && b->x[drop + 1] < -x) drop++;
    b->n -= drop;
    memmove(b->x, b->x + drop, (size_t)b->n * sizeof *b->x);
    memmove(b->y, b->y + drop, (size_t)b->n * sizeof *b->y);
}

static void fm_spatial(CwEnv *e, int buffer, const double *in, double *out, const double *points, const double *values,
                       int n) {
    FmRun *run = fm_host(e);
    FmSpatial *b = &run->spatials[buffer];
    double x = in[2];
    int i;
    if (!b->started) {
        b->n = 0;
        for (i = 0; i < n; i++) fm_push_spatial(run, b, 0, points[i] - x, values[i]);
        if (n == 0) fm_push_spatial(run, b, 0, -x, in[0]);
        b->started = run->recording;
    }
    out[0] = in[3] != 0 ? in[0] : fm_profile(b, -x, 1 - x, in[1]);
    out[1] = in[3] != 0 ? fm_profile(b, 1 - x, -x, in[0]) : in[1];
    if (run->recording) fm_record_spatial(run, b, in);
}

static double fm_start_value(const FmRun *run, int var) {
    const FmStart *st = &fm_model.starts[fm_model.start_of[var]];
    if (run->start_given[var]) return run->start[var];
    if (fm_model.start_of[var] < 0) return 0;
    return st->from < 0 ? st->value : st->sign * run->v[st->from];
}

static void fm_solve(CwEnv *e, int system);
static void fm_solve_tangent(CwEnv *e, int system);
static void fm_accept_systems(FmRun *run);
static const CwCalls fm_calls = {fm_solve,      fm_solve_tangent, fm_assertion, fm_terminate, fm_reinit,
                                 fm_error,      fm_delay,         fm_spatial,   fm_memory,    fm_string_real,
                                 fm_string_int, fm_string_format, fm_mark,      fm_release,   fm_keep,
                                 fm_object,     fm_external,      fm_message,   fm_linger};

/* ---- values ------------------------------------------------------------------------------------------------------ */

static double fm_source(const FmRun *run, FmSource s) {
    return s.sign > 0 ? run->v[s.var] : s.sign < 0 ? -run->v[s.var] : 1 - run->v[s.var];
}

/* A String variable gets a copy of its own. */
static void fm_set_string(FmRun *run, int var, const char *text) {
    size_t n = strlen(text ? text : "") + 1;
    char *copy = (char *)malloc(n);
    if (!copy) return;
    memcpy(copy, text ? text : "", n);
    free(run->kept[var]);
    run->kept[var] = copy;
    run->s[var] = copy;
}

/* Strings made during an evaluation live in scratch memory: those that stand in variables are copied. */
static void fm_keep_strings(FmRun *run) {
    int i;
    for (i = 0; i < fm_model.nstrings; i++) {
        int var = fm_model.strings[i].var;
        if (run->s[var] != run->kept[var]) fm_set_string(run, var, run->s[var]);
    }
}
