/* run.c - the run of a model inside an FMU: initialisation, events, systems of equations, saved states.
 *
 * Pasted behind the generated C of a model, and needs nothing else: C99, no library but libm.  The exporter writes one
 * FmModel (tables of the model) in front of it.  The equations are evaluated by the functions of cw_code; the order of
 * things is that of the program's own runtime (src/runtime), with dense matrices and one method for systems.
 */

/* ---- memory ------------------------------------------------------------------------------------------------------ */

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

typedef struct {
    double *matrix, *factors; /* by columns */
    int *pivot, factored;
    double *z, *r, *step, *trial, *bar, *first;
    double *old[3], old_time[3];
    int nold;
    double last_time;
} FmSystem;

enum { FM_TENTATIVE, FM_ACCEPTED, FM_COLLECT };
enum { FM_REL_STATE, FM_REL_TIME, FM_REL_FLOOR };
enum { FM_LT, FM_LE, FM_GT, FM_GE };

typedef struct FmRun {
    CwEnv env;
    double *v, *d, *r;
    const char **s;
    char **kept; /* strings that variables hold, owned here */
    unsigned char *given;
    double *start; /* start values given from outside, by variable ... */
    unsigned char *start_given;
    double *g, *eps, *truth, *shifted;
    unsigned char *armed;
    long long *clock_next;
    double *clock_start, *clock_interval;
    FmSystem *systems;
    FmDelay *delays;
    FmSpatial *spatials;
    double *saved; /* nvars: work of event iterations and continuation */
    struct {
        int var;
        double value;
    } * reinits;
    int nreinits, room_reinits;
    struct {
        void *object;
        void (*destructor)(CwEnv *e, void *object);
    } * objects;
    int nobjects, room_objects;
    FmBlock *blocks, *block; /* scratch: all, and the one in use */
    FmJump *jump;            /* where a failed evaluation lands */
    int asserts, assert_failed, when_assert_failed;
    int recording, terminated;
    double next_time_event, tiny;
    unsigned char *warned;
    char message[1024];
    void (*log)(void *arg, int level, const char *text); /* 0 message, 1 warning, 2 error */
    void *log_arg;
    const char *resources;
} FmRun;

static void *fm_get(size_t n, size_t size) {
    void *p = calloc(n ? n : 1, size);
    return p;
}

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

static void fm_message(CwEnv *e, int level, const char *text) { fm_say(fm_host(e), level, text); }

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

/* ---- systems of equations ---------------------------------------------------------------------------------------- */

/* Factors of the n by n matrix a (by columns) with row scales and partial pivoting; 0: singular. */
static int fm_factor(int n, double *a, int *pivot) {
    int i, j, k;
    for (k = 0; k < n; k++) {
        int best = k;
        double largest = 0;
        for (i = k; i < n; i++)
            if (!(fabs(a[i + n * k]) <= largest)) largest = fabs(a[i + n * k]), best = i;
        if (!(largest > 1e-300) || largest > 1e250) return 0;
        pivot[k] = best;
        for (j = 0; best != k && j < n; j++) {
            double t = a[k + n * j];
            a[k + n * j] = a[best + n * j];
            a[best + n * j] = t;
        }
        for (i = k + 1; i < n; i++) a[i + n * k] /= a[k + n * k];
        for (j = k + 1; j < n; j++) {
            double f = a[k + n * j];
            if (f == 0) continue;
            for (i = k + 1; i < n; i++) a[i + n * j] -= a[i + n * k] * f;
        }
    }
    return 1;
}

static void fm_backsolve(int n, const double *a, const int *pivot, double *b) {
    int i, k;
    for (k = 0; k < n; k++) {
        double t = b[pivot[k]];
        b[pivot[k]] = b[k];
        b[k] = t;
        for (i = k + 1; i < n; i++) b[i] -= a[i + n * k] * t;
    }
    for (k = n; k-- > 0;) {
        b[k] /= a[k + n * k];
        for (i = 0; i < k; i++) b[i] -= a[i + n * k] * b[k];
    }
}

static const double *fm_scale(int system) { return fm_model.scales + fm_model.scale_of[system]; }

static int fm_residual(FmRun *run, int system, const double *z, double *r) {
    const CwSystem *cw = &cw_systems[system];
    double bad = 0;
    int i;
    for (i = 0; i < cw->n; i++) run->v[cw->vars[i]] = z[i];
    run->env.operands = cw->operands;
    if (!fm_eval(run, residual[system])) return 0;
    for (i = 0; i < cw->n; i++) {
        r[i] = run->r[i];
        bad += r[i] * 0.0;
    }
    if (bad == 0) return 1;
    fm_fail(run, "a value is not a finite number", -1, "");
    return 0;
}

static int fm_colour(const CwSystem *cw, int j) { return cw->colour ? cw->colour[j] : j; }

static void fm_put_column(FmSystem *s, const CwSystem *cw, int j, const double *r, double factor) {
    int i, n = cw->n;
    if (!cw->colptr)
        for (i = 0; i < n; i++) s->matrix[i + n * j] = r[i] * factor;
    else
        for (i = cw->colptr[j]; i < cw->colptr[j + 1]; i++)
            s->matrix[cw->rowind[i] + n * j] = r[cw->rowind[i]] * factor;
}

static int fm_by_tangents(FmRun *run, int system, FmSystem *s) {
    const CwSystem *cw = &cw_systems[system];
    int c, j, ok = 1, ncolours = cw->colour ? cw->ncolours : cw->n;
    for (c = 0; c < ncolours && ok; c++) {
        for (j = 0; j < cw->n; j++)
            if (fm_colour(cw, j) == c) run->d[cw->vars[j]] = 1;
        run->env.operands = cw->operands;
        ok = fm_eval(run, residual_tangent[system]);
        for (j = 0; j < cw->n; j++) {
            if (fm_colour(cw, j) != c) continue;
            run->d[cw->vars[j]] = 0;
            if (ok) fm_put_column(s, cw, j, run->r, 1);
        }
    }
    run->env.operands = cw->operands;
    fm_eval(run, residual_tangent[system]); /* all seeds are zero: so become the tangents inside */
    return ok;
}

static int fm_by_differences(FmRun *run, int system, FmSystem *s, const double *z, const double *r) {
    const CwSystem *cw = &cw_systems[system];
    int i, j, n = cw->n;
    memcpy(s->trial, z, (size_t)n * sizeof *z);
    for (j = 0; j < n; j++) {
        double size = fabs(z[j]) > fm_scale(system)[j] ? fabs(z[j]) : fm_scale(system)[j],
               h = (cw->linear ? 1 : 1e-7) * size;
        s->trial[j] = z[j] + h;
        if (!fm_residual(run, system, s->trial, s->bar)) {
            h = -h;
            s->trial[j] = z[j] + h;
            if (!fm_residual(run, system, s->trial, s->bar)) return 0;
        }
        for (i = 0; i < n; i++) s->bar[i] -= r[i];
        fm_put_column(s, cw, j, s->bar, 1 / (s->trial[j] - z[j]));
        s->trial[j] = z[j];
    }
    return fm_residual(run, system, z, s->bar);
}

/* The matrix at z, whose residual is r, and its factors; 0: singular, -1: it cannot be evaluated. */
static int fm_matrix(FmRun *run, int system, FmSystem *s, const double *z, const double *r) {
    const CwSystem *cw = &cw_systems[system];
    size_t square = (size_t)cw->n * (size_t)cw->n * sizeof(double);
    memset(s->matrix, 0, square);
    s->factored = 0;
    if (!(residual_tangent[system] && fm_by_tangents(run, system, s)) && !fm_by_differences(run, system, s, z, r))
        return -1;
    memcpy(s->factors, s->matrix, square);
    s->factored = fm_factor(cw->n, s->factors, s->pivot);
    return s->factored;
}

static double fm_norm(int system, const double *z, const double *step) {
    int i;
    double worst = 0;
    for (i = 0; i < cw_systems[system].n; i++) {
        double x = fabs(step[i]) / (fm_scale(system)[i] + fabs(z[i]));
        if (!(x <= worst)) worst = x;
    }
    return worst;
}

/* Least squares with a little of the identity: where the matrix is singular and the equations agree, close to the
 * solution of least change (Levenberg). */
static int fm_least(FmRun *run, int system, FmSystem *s) {
    const CwSystem *cw = &cw_systems[system];
    int i, j, k, n = cw->n, ok;
    const double *scale = fm_scale(system);
    double largest = 0, *normal = (double *)fm_get((size_t)n * (size_t)n, sizeof *normal);
    (void)run;
    if (!normal) return 0;
    for (i = 0; i < n; i++)
        for (j = 0; j < n; j++) {
            double sum = 0;
            for (k = 0; k < n; k++) sum += s->matrix[k + n * i] * scale[i] * s->matrix[k + n * j] * scale[j];
            normal[i + n * j] = sum;
            if (i == j && sum > largest) largest = sum;
        }
    for (i = 0; i < n; i++) {
        normal[i + n * i] += 1e-13 * largest + 1e-200;
        s->step[i] = 0;
        for (k = 0; k < n; k++) s->step[i] -= s->matrix[k + n * i] * scale[i] * s->r[k];
    }
    ok = fm_factor(n, normal, s->pivot);
    if (ok) fm_backsolve(n, normal, s->pivot, s->step);
    for (i = 0; i < n; i++) s->step[i] *= scale[i];
    free(normal);
    return ok;
}

static int fm_newton(FmRun *run, int system, FmSystem *s) {
    int i, k, half, n = cw_systems[system].n, linear = cw_systems[system].linear;
    double part = 1;
    for (k = 0; k < 60; k++) {
        int made = fm_matrix(run, system, s, s->z, s->r), least = made == 0;
        double size, lambda = part;
        if (made < 0) return 0;
        if (least && !fm_least(run, system, s)) return 0;
        if (!least) {
            for (i = 0; i < n; i++) s->step[i] = -s->r[i];
            fm_backsolve(n, s->factors, s->pivot, s->step);
        }
        size = fm_norm(system, s->z, s->step);
        if (!(size < 1e300)) return 0;
        if (size <= 1e-11 || (least && k > 2)) {
            for (i = 0; i < n; i++) s->z[i] += s->step[i];
            if (!fm_residual(run, system, s->z, s->r)) return 0;
            if (!least) return 1;
            for (i = 0, size = 0; i < n; i++) size += fabs(s->r[i]);
            return size < 1e-6;
        }
        for (half = 0; half <= 12; half++, lambda *= 0.5) {
            double after;
            for (i = 0; i < n; i++) s->trial[i] = s->z[i] + lambda * s->step[i];
            if (!fm_residual(run, system, s->trial, s->bar)) continue;
            if (least) break;
            memcpy(s->r, s->bar, (size_t)n * sizeof *s->r);
            fm_backsolve(n, s->factors, s->pivot, s->bar);
            after = fm_norm(system, s->z, s->bar);
            if (linear || after <= (1 - lambda / 4) * size || after <= 1e-11) break;
        }
        if (half > 12) return size <= 1e-6 && fm_residual(run, system, s->z, s->r);
        memcpy(s->z, s->trial, (size_t)n * sizeof *s->z);
        if (least && !fm_residual(run, system, s->z, s->r)) return 0;
        part = lambda * 4 < 1 ? lambda * 4 : 1;
    }
    return 0;
}

/* A few corrections with the matrix of an earlier solve, as long as they shrink fast. */
static int fm_chord(FmRun *run, int system, FmSystem *s) {
    int i, k, n = cw_systems[system].n;
    double before = 0;
    for (k = 0; k < 8; k++) {
        double size;
        for (i = 0; i < n; i++) s->step[i] = -s->r[i];
        fm_backsolve(n, s->factors, s->pivot, s->step);
        size = fm_norm(system, s->z, s->step);
        if (!(size < 0.1) || (k > 0 && !(size < 0.2 * before) && size > 1e-12)) return 0;
        for (i = 0; i < n; i++) s->z[i] += s->step[i];
        if (!fm_residual(run, system, s->z, s->r)) return 0;
        if (size <= 1e-12 || (k > 0 && size * size / before <= 1e-13)) return 1;
        before = size;
    }
    return 0;
}

static void fm_guess(FmRun *run, int system, FmSystem *s) {
    const CwSystem *cw = &cw_systems[system];
    double t = run->v[0], w[3] = {1, 0, 0};
    const double *o = s->old_time;
    int i, j, n = s->nold;
    while (n > 1 && fabs(t - o[0]) > 2 * (o[0] - o[n - 1])) n--;
    for (i = 0; i < n && n > 1; i++)
        for (w[i] = 1, j = 0; j < n; j++)
            if (j != i) w[i] *= (t - o[j]) / (o[i] - o[j]);
    for (i = 0; i < cw->n; i++) {
        s->z[i] = run->v[cw->vars[i]];
        if (t != s->last_time && n > 0)
            for (s->z[i] = 0, j = 0; j < n; j++) s->z[i] += w[j] * s->old[j][i];
        if (!(fabs(s->z[i]) < 1e300)) s->z[i] = s->nold ? s->old[0][i] : 0;
    }
}

static double fm_start_value(const FmRun *run, int var) {
    const FmStart *st = &fm_model.starts[fm_model.start_of[var]];
    if (run->start_given[var]) return run->start[var];
    if (fm_model.start_of[var] < 0) return 0;
    return st->from < 0 ? st->value : st->sign * run->v[st->from];
}

static int fm_other_guess(FmRun *run, int system, FmSystem *s, int attempt) {
    const CwSystem *cw = &cw_systems[system];
    int i;
    if (attempt == 0 && !s->nold) return 0;
    for (i = 0; i < cw->n; i++) {
        s->z[i] = attempt == 0 ? s->old[0][i] : fm_start_value(run, cw->vars[i]);
        if (attempt > 1) s->z[i] += fm_scale(system)[i] * 0.1 * (attempt - 1) * (1 + 0.37 * (i % 7));
    }
    return 1;
}

/* One unknown: looks for a change of sign ever farther from the guess, then halves. */
static int fm_scan(FmRun *run, int system, FmSystem *s) {
    double centre = s->nold ? s->old[0][0] : s->first[0], unit = 1e-3 * (fm_scale(system)[0] + fabs(centre));
    double here[2], value[2], trial, r, reach = unit;
    int k, m;
    if (!fm_residual(run, system, &centre, &r)) return 0;
    here[0] = here[1] = centre;
    value[0] = value[1] = r;
    for (k = 0; k < 140; k++) {
        int side = k & 1;
        double a, fa, b, fb, before;
        trial = here[side] + (side ? -reach : reach);
        if (side) reach *= 1.25;
        if (!fm_residual(run, system, &trial, &r)) continue;
        a = here[side], fa = value[side], b = trial, fb = r;
        here[side] = trial;
        value[side] = r;
        if ((fa > 0) == (fb > 0) && fb != 0) continue;
        before = fabs(fa) > fabs(fb) ? fabs(fa) : fabs(fb);
        for (m = 0; m < 200 && fabs(b - a) > 1e-15 * fabs(b) && fb != 0; m++) {
            double middle = a + (b - a) / 2;
            if (!fm_residual(run, system, &middle, &r)) break;
            if ((r > 0) == (fa > 0)) a = middle, fa = r;
            else b = middle, fb = r;
        }
        if (fabs(fb) > before) continue; /* a pole */
        s->z[0] = b;
        s->factored = 0;
        return fm_residual(run, system, s->z, s->r);
    }
    return 0;
}

static void fm_solve(CwEnv *e, int system) {
    FmRun *run = fm_host(e);
    FmSystem *s = &run->systems[system];
    const CwSystem *cw = &cw_systems[system];
    int attempt, n = cw->n, done;
    fm_guess(run, system, s);
    memcpy(s->first, s->z, (size_t)n * sizeof *s->z);
    done = fm_residual(run, system, s->z, s->r) && s->factored && fm_chord(run, system, s);
    if (!done) {
        memcpy(s->z, s->first, (size_t)n * sizeof *s->z);
        done = fm_residual(run, system, s->z, s->r) && fm_newton(run, system, s);
    }
    for (attempt = 0; !done && attempt < 5; attempt++) {
        s->factored = 0;
        done = fm_other_guess(run, system, s, attempt) && fm_residual(run, system, s->z, s->r) &&
               fm_newton(run, system, s);
    }
    if (!done && n == 1) done = fm_scan(run, system, s);
    s->last_time = e->v[0];
    if (done) return;
    s->factored = 0;
    fm_fail(run, "no solution was found of the equations for ", -1, fm_model.system_names[system]);
    fm_unwind(run);
}

/* A dz = - (tangent of the residuals when only the inputs move). */
static void fm_solve_tangent(CwEnv *e, int system) {
    FmRun *run = fm_host(e);
    FmSystem *s = &run->systems[system];
    const CwSystem *cw = &cw_systems[system];
    int i, j, c, ncolours = cw->colour ? cw->ncolours : cw->n;
    for (i = 0; i < cw->n; i++) e->d[cw->vars[i]] = 0;
    e->operands = cw->operands;
    residual_tangent[system](e);
    for (i = 0; i < cw->n; i++) s->bar[i] = -e->r[i];
    memset(s->matrix, 0, (size_t)cw->n * (size_t)cw->n * sizeof *s->matrix);
    for (c = 0; c < ncolours; c++) { /* the matrix at this very point */
        for (j = 0; j < cw->n; j++)
            if (fm_colour(cw, j) == c) e->d[cw->vars[j]] = 1;
        e->operands = cw->operands;
        residual_tangent[system](e);
        for (i = 0; i < cw->n; i++) s->trial[i] = e->r[i] + s->bar[i];
        for (j = 0; j < cw->n; j++) {
            if (fm_colour(cw, j) != c) continue;
            e->d[cw->vars[j]] = 0;
            fm_put_column(s, cw, j, s->trial, 1);
        }
    }
    memcpy(s->factors, s->matrix, (size_t)cw->n * (size_t)cw->n * sizeof *s->matrix);
    s->factored = fm_factor(cw->n, s->factors, s->pivot);
    if (s->factored) fm_backsolve(cw->n, s->factors, s->pivot, s->bar);
    else memset(s->bar, 0, (size_t)cw->n * sizeof *s->bar);
    for (i = 0; i < cw->n; i++) e->d[cw->vars[i]] = s->bar[i];
    e->operands = cw->operands;
    residual_tangent[system](e);
}

/* Solutions at an accepted point are where the next search begins. */
static void fm_accept_systems(FmRun *run) {
    int i, k;
    for (i = 0; i < fm_model.nsystems; i++) {
        FmSystem *s = &run->systems[i];
        double *oldest = s->old[2];
        if (!(s->last_time == run->v[0])) continue;
        if (!(s->nold && s->old_time[0] == run->v[0])) {
            s->old[2] = s->old[1];
            s->old[1] = s->old[0];
            s->old[0] = oldest;
            s->old_time[2] = s->old_time[1];
            s->old_time[1] = s->old_time[0];
            s->old_time[0] = run->v[0];
            if (s->nold < 3) s->nold++;
        }
        for (k = 0; k < cw_systems[i].n; k++) s->old[0][k] = run->v[cw_systems[i].vars[k]];
    }
}

static void fm_forget_systems(FmRun *run) {
    int i;
    for (i = 0; i < fm_model.nsystems; i++)
        if (run->systems[i].nold > 1) run->systems[i].nold = 1;
}

static const CwCalls fm_calls = {fm_solve,      fm_solve_tangent, fm_assertion, fm_terminate, fm_reinit,
                                 fm_error,      fm_delay,         fm_spatial,   fm_memory,    fm_string_real,
                                 fm_string_int, fm_string_format, fm_mark,      fm_release,   fm_keep,
                                 fm_object,     fm_external,      fm_message};

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

/* ---- events (as src/runtime/event.c of the program) -------------------------------------------------------------- */

static int fm_truth(int op, double g) {
    return op == FM_LT ? g < 0 : op == FM_LE ? g <= 0 : op == FM_GT ? g > 0 : g >= 0;
}

/* Distance of the crossing function from the side on which the relation changes; negative beyond it. */
static double fm_distance(const FmRun *run, int i, double g) {
    const FmRelation *r = &fm_model.relations[i];
    double frozen = run->v[r->var];
    int negative = r->op == FM_LT || r->op == FM_LE;
    if (r->kind == FM_REL_FLOOR) return g - frozen < frozen + 1 - g ? g - frozen : frozen + 1 - g;
    return (frozen != 0) == negative ? -g : g;
}

/* What an importer watches: positive while the relation holds its value. */
static double fm_indicator(const FmRun *run, int i) {
    double x = fm_distance(run, i, run->g[i]) + (run->armed[i] ? 0 : run->eps[i]);
    int strict = fm_model.relations[i].op == FM_LE || fm_model.relations[i].op == FM_GE;
    return x == 0 && (run->v[fm_model.relations[i].var] != 0) == strict ? 1e-300 : x;
}

static int fm_violated(const FmRun *run, int i) {
    const FmRelation *r = &fm_model.relations[i];
    double frozen = run->v[r->var], g = run->g[i];
    if (!run->armed[i]) return fm_distance(run, i, g) < -run->eps[i];
    if (r->kind == FM_REL_FLOOR) return floor(g) != frozen;
    return fm_truth(r->op, g) != (frozen != 0);
}

static int fm_crossings(FmRun *run) {
    int i;
    if (!fm_model.nrelations) return 1;
    if (!fm_eval(run, cw_code.crossings)) return 0;
    for (i = 0; i < fm_model.nrelations; i++) run->g[i] = run->r[i];
    return 1;
}

static void fm_arm(FmRun *run) {
    int i;
    for (i = 0; i < fm_model.nrelations; i++)
        if (fm_model.relations[i].kind != FM_REL_TIME && fm_distance(run, i, run->g[i]) > run->eps[i])
            run->armed[i] = 1;
}

static void fm_evaluate_relations(FmRun *run, int exact_time) {
    int i;
    if (!exact_time) {
        double now = run->v[0];
        run->v[0] = now + run->tiny;
        fm_eval(run, cw_code.relations);
        run->v[0] = now;
        for (i = 0; i < fm_model.nrelations; i++) run->shifted[i] = run->v[fm_model.relations[i].var];
    }
    fm_eval(run, cw_code.relations);
    for (i = 0; !exact_time && i < fm_model.nrelations; i++)
        if (fm_model.relations[i].kind == FM_REL_TIME) run->v[fm_model.relations[i].var] = run->shifted[i];
}

enum { FM_ALL, FM_OUTSIDE, FM_FIRST };

static int fm_update_relations(FmRun *run, int exact_time, int how) {
    int i, changed = 0, known;
    if (!fm_model.nrelations) return 0;
    for (i = 0; i < fm_model.nrelations; i++) run->truth[i] = run->v[fm_model.relations[i].var];
    fm_evaluate_relations(run, exact_time);
    known = how != FM_ALL && fm_crossings(run);
    for (i = 0; i < fm_model.nrelations; i++) {
        double *now = &run->v[fm_model.relations[i].var];
        int inside = known && fm_model.relations[i].kind == FM_REL_STATE && fabs(run->g[i]) <= run->eps[i];
        if (*now == run->truth[i]) continue;
        if (inside || (changed && how == FM_FIRST)) {
            *now = run->truth[i];
            continue;
        }
        changed = 1;
        run->armed[i] = 0;
    }
    return changed;
}

static double fm_sample_time(const FmRun *run, int i) {
    return run->clock_start[i] + (double)run->clock_next[i] * run->clock_interval[i];
}

static int fm_start_events(FmRun *run) {
    int i;
    for (i = 0; i < fm_model.nrelations; i++) run->eps[i] = 1e-10 * fm_model.relations[i].scale;
    if (!fm_eval(run, cw_code.samples)) return 0;
    for (i = 0; i < fm_model.nsamples; i++) {
        double k;
        run->clock_start[i] = run->v[fm_model.samples[i].start];
        run->clock_interval[i] = run->v[fm_model.samples[i].interval];
        if (!(run->clock_interval[i] > 0)) {
            fm_fail(run, "sample(): the interval must be positive", -1, "");
            return 0;
        }
        k = ceil((run->v[0] - run->clock_start[i]) / run->clock_interval[i] - 1e-9);
        run->clock_next[i] = k > 0 ? (long long)k : 0;
        run->v[fm_model.samples[i].var] = 0;
    }
    return 1;
}

static void fm_schedule(FmRun *run) {
    int i;
    double next = HUGE_VAL;
    for (i = 0; i < fm_model.nrelations; i++)
        if (fm_model.relations[i].kind == FM_REL_TIME && run->g[i] > run->v[0] + run->tiny && run->g[i] < next)
            next = run->g[i];
    for (i = 0; i < fm_model.nsamples; i++)
        if (fm_sample_time(run, i) < next) next = fm_sample_time(run, i);
    run->next_time_event = next;
}

static void fm_pre_update(FmRun *run) {
    int i;
    for (i = 0; i < fm_model.npres; i++) {
        const FmPre *p = &fm_model.pres[i];
        if (p->flags & 2) fm_set_string(run, p->pre, run->s[p->of.var]);
        else run->v[p->pre] = fm_source(run, p->of);
    }
}

static int fm_discrete_changed(const FmRun *run) {
    int i;
    for (i = 0; i < fm_model.npres; i++) {
        const FmPre *p = &fm_model.pres[i];
        if (!(p->flags & 1)) continue;
        if (p->flags & 2 ? strcmp(run->s[p->pre], run->s[p->of.var]) != 0 : run->v[p->pre] != fm_source(run, p->of))
            return 1;
    }
    return 0;
}

static int fm_apply_reinits(FmRun *run) {
    int i, any = run->nreinits > 0;
    for (i = 0; i < run->nreinits; i++) run->v[run->reinits[i].var] = run->reinits[i].value;
    run->nreinits = 0;
    return any;
}

static int fm_take_samples(FmRun *run) {
    int i, any = 0;
    for (i = 0; i < fm_model.nsamples; i++) {
        int due = fm_sample_time(run, i) <= run->v[0] + run->tiny;
        run->v[fm_model.samples[i].var] = due;
        run->clock_next[i] += due;
        any |= due;
    }
    return any;
}

/* All equations with pre() fixed, until relations and variables agree: 1, 0 not yet, -1 failed. */
static int fm_settle(FmRun *run, int at_start, int rounds, int how) {
    int k;
    for (k = 0; k < rounds; k++) {
        if (!fm_eval(run, cw_code.event)) return -1;
        fm_keep_strings(run);
        if (!fm_update_relations(run, at_start, how)) return 1;
    }
    return 0;
}

/* Event iteration at the present time; 0: failed. */
static int fm_event_iteration(FmRun *run, int at_start) {
    int i, k, again = 1, sampled;
    fm_pre_update(run);
    sampled = !at_start && fm_take_samples(run);
    run->asserts = FM_COLLECT;
    run->when_assert_failed = 0;
    run->nreinits = 0;
    for (k = 0; again; k++) {
        int done;
        if (k == 200) {
            fm_fail(run, "the event iteration does not end", -1, "");
            return 0;
        }
        run->assert_failed = 0;
        fm_update_relations(run, at_start, k < 20 ? FM_ALL : FM_OUTSIDE);
        done = fm_settle(run, at_start, 10, k < 20 ? FM_ALL : FM_OUTSIDE);
        if (done == 0) done = fm_settle(run, at_start, 10, FM_OUTSIDE);
        if (done == 0) done = fm_settle(run, at_start, 300, FM_FIRST);
        if (done == 0) fm_fail(run, "relations find no consistent values at an event", -1, "");
        if (done <= 0 || !fm_eval(run, cw_code.actions)) return 0;
        again = k == 0 && sampled;
        for (i = 0; again && i < fm_model.nsamples; i++) run->v[fm_model.samples[i].var] = 0;
        if (fm_discrete_changed(run)) again = 1;
        if (fm_apply_reinits(run)) again = 1;
        if (again) fm_pre_update(run);
    }
    if (run->assert_failed || run->when_assert_failed || !fm_crossings(run)) return 0;
    fm_arm(run);
    fm_schedule(run);
    return 1;
}

/* ---- initialisation (as src/runtime/init.c) ---------------------------------------------------------------------- */

static int fm_settle_initial(FmRun *run) {
    int k, failed = 0;
    fm_update_relations(run, 1, FM_ALL);
    for (k = 0; k < 330; k++) {
        int solved, changed;
        run->asserts = FM_TENTATIVE;
        solved = fm_eval(run, cw_code.initial);
        if (solved) {
            fm_keep_strings(run);
            fm_accept_systems(run);
        }
        changed = fm_update_relations(run, 1, k < 30 ? FM_ALL : FM_FIRST);
        if (solved && !changed) return 1;
        if (!solved && (!changed || ++failed > 5)) return 0;
    }
    fm_fail(run, "the relations found no consistent set of values at the start", -1, "");
    return 0;
}

/* From the simplified model (lambda 0) to the actual one. */
static int fm_continuation(FmRun *run) {
    size_t bytes = (size_t)fm_model.nvars * sizeof(double);
    double lambda = 0, step = 1;
    int ok;
    run->env.lambda = 0;
    ok = fm_settle_initial(run);
    while (ok && lambda < 1) {
        double next = lambda + step < 1 ? lambda + step : 1;
        memcpy(run->saved, run->v, bytes);
        run->env.lambda = next;
        if (fm_settle_initial(run)) {
            lambda = next;
            step *= 2;
            continue;
        }
        memcpy(run->v, run->saved, bytes);
        step *= 0.25;
        ok = step > 1e-5;
    }
    run->env.lambda = 1;
    return ok;
}

static int fm_parameters(FmRun *run) {
    run->asserts = FM_ACCEPTED;
    if (!fm_eval(run, cw_code.parameters)) return 0;
    fm_keep_strings(run);
    return 1;
}

static void fm_put_starts(FmRun *run) {
    int i;
    for (i = 0; i < fm_model.nstarts; i++) {
        const FmStart *st = &fm_model.starts[i];
        if (st->put && !run->given[st->var]) run->v[st->var] = fm_start_value(run, st->var);
    }
    for (i = 0; i < fm_model.nvars; i++)
        if (run->start_given[i] && !run->given[i]) run->v[i] = run->start[i];
    for (i = 0; i < fm_model.npres; i++)
        if (fm_model.pres[i].flags & 4) run->v[fm_model.pres[i].pre] = fm_source(run, fm_model.pres[i].of);
}

static int fm_initialise(FmRun *run, double time) {
    size_t bytes = (size_t)fm_model.nvars * sizeof(double);
    int ok = 0;
    double *guess = (double *)malloc(bytes);
    if (!guess) return 0;
    run->v[0] = time;
    run->env.initial = 1;
    run->env.no_events = 1;
    run->tiny = 1e-13 * (fabs(time) > 1 ? fabs(time) : 1);
    if (fm_parameters(run)) {
        fm_put_starts(run);
        memcpy(guess, run->v, bytes);
        ok = fm_model.homotopy && fm_continuation(run);
        if (!ok) {
            memcpy(run->v, guess, bytes);
            run->env.lambda = 1;
            ok = fm_settle_initial(run);
        }
    }
    free(guess);
    if (!ok) return 0;
    run->env.no_events = 0;
    fm_pre_update(run);
    run->asserts = FM_COLLECT;
    run->assert_failed = run->when_assert_failed = 0;
    if (!fm_eval(run, cw_code.actions) || run->assert_failed || run->when_assert_failed) return 0;
    fm_apply_reinits(run);
    run->env.initial = 0;
    if (!fm_start_events(run) || !fm_event_iteration(run, 1)) return 0;
    fm_accept_systems(run);
    run->recording = 1;
    fm_eval(run, cw_code.ode);
    fm_eval(run, cw_code.output);
    run->recording = 0;
    return 1;
}

/* ---- evaluation between events ----------------------------------------------------------------------------------- */

/* Derivatives, and all other variables when whole; 0: failed, the point may be tried elsewhere. */
static int fm_evaluate(FmRun *run, int whole) {
    double bad = 0;
    int i;
    run->asserts = FM_TENTATIVE;
    if (!fm_eval(run, cw_code.ode) || (whole && !fm_eval(run, cw_code.output))) return 0;
    for (i = 0; i < fm_model.nstates; i++) bad += fm_source(run, fm_model.dx[i]) * 0.0;
    if (bad != 0) fm_fail(run, "a derivative is not a finite number", -1, "");
    return bad == 0;
}

/* The step is behind us: histories, asserts of accepted points.  0: an assert failed. */
static int fm_accept(FmRun *run) {
    int ok;
    run->asserts = FM_ACCEPTED;
    run->recording = 1;
    ok = fm_eval(run, cw_code.ode) && fm_eval(run, cw_code.output);
    run->recording = 0;
    fm_keep_strings(run);
    ok = ok && fm_eval(run, cw_code.checks);
    fm_accept_systems(run);
    if (ok && fm_crossings(run)) fm_arm(run);
    return ok;
}

/* d of `unknown` for the seeds that stand in d; the caller clears d again. */
static int fm_tangents(FmRun *run) { return fm_eval(run, cw_code.tangent); }

/* ---- life -------------------------------------------------------------------------------------------------------- */

static void fm_free(FmRun *run) {
    int i, k;
    FmBlock *b, *next;
    if (!run) return;
    while (run->nobjects > 0) {
        FmJump here;
        run->nobjects--;
        run->jump = &here;
        if (setjmp(here.at) == 0 && run->objects[run->nobjects].destructor)
            run->objects[run->nobjects].destructor(&run->env, run->objects[run->nobjects].object);
    }
    for (b = run->blocks; b; b = next) next = b->next, free(b);
    for (i = 0; run->systems && i < fm_model.nsystems; i++) {
        free(run->systems[i].matrix);
        for (k = 0; k < 3; k++) free(run->systems[i].old[k]);
        free(run->systems[i].z);
        free(run->systems[i].pivot);
    }
    for (i = 0; run->delays && i < fm_model.ndelays; i++) free(run->delays[i].t), free(run->delays[i].y);
    for (i = 0; run->spatials && i < fm_model.nspatials; i++) free(run->spatials[i].x), free(run->spatials[i].y);
    for (i = 0; run->kept && i < fm_model.nvars; i++) free(run->kept[i]);
    free(run->systems), free(run->delays), free(run->spatials), free(run->kept);
    free(run->v), free(run->d), free(run->r), free((void *)run->s), free(run->env.o), free(run->given);
    free(run->start), free(run->start_given), free(run->g), free(run->eps), free(run->truth), free(run->shifted);
    free(run->armed), free(run->clock_next), free(run->clock_start), free(run->clock_interval);
    free(run->saved), free(run->reinits), free(run->objects), free(run->warned);
    free(run);
}

static int fm_new_system(FmSystem *s, int n) {
    size_t m = (size_t)n;
    int k;
    s->matrix = (double *)fm_get(2 * m * m, sizeof(double));
    s->pivot = (int *)fm_get(m, sizeof(int));
    s->z = (double *)fm_get(6 * m, sizeof(double));
    for (k = 0; k < 3; k++) s->old[k] = (double *)fm_get(m, sizeof(double));
    if (!s->matrix || !s->pivot || !s->z || !s->old[0] || !s->old[1] || !s->old[2]) return 0;
    s->factors = s->matrix + m * m;
    s->r = s->z + m;
    s->step = s->r + m;
    s->trial = s->step + m;
    s->bar = s->trial + m;
    s->first = s->bar + m;
    s->last_time = HUGE_VAL;
    return 1;
}

/* Values as the model declares them. */
static void fm_defaults(FmRun *run) {
    int i;
    memset(run->v, 0, (size_t)fm_model.nvars * sizeof *run->v);
    memcpy(run->v + fm_model.nvars, cw_constants, (size_t)cw_nconstants * sizeof *run->v);
    memset(run->given, 0, (size_t)fm_model.nvars);
    memset(run->start_given, 0, (size_t)fm_model.nvars);
    for (i = 0; i < fm_model.nvalues; i++) run->v[fm_model.values[i].var] = fm_model.values[i].value;
    for (i = 0; i < fm_model.nstrings; i++) {
        const FmText *t = &fm_model.strings[i];
        fm_set_string(run, t->var, t->resource ? fm_resource(&run->env, t->text) : t->text);
    }
    for (i = 0; i < fm_model.nsystems; i++) run->systems[i].nold = run->systems[i].factored = 0;
    for (i = 0; i < fm_model.ndelays; i++) run->delays[i].n = run->delays[i].first = 0;
    for (i = 0; i < fm_model.nspatials; i++) run->spatials[i].n = run->spatials[i].started = 0;
    memset(run->armed, 0, (size_t)fm_model.nrelations);
    run->terminated = 0;
    run->next_time_event = HUGE_VAL;
}

static FmRun *fm_new(const char *resources) {
    FmRun *run = (FmRun *)fm_get(1, sizeof *run);
    size_t nv = (size_t)fm_model.nvars + 1, nr = (size_t)fm_model.nrelations + 1, ns = (size_t)fm_model.nsamples + 1;
    size_t all = nv + (size_t)cw_nconstants, widest = (size_t)fm_model.widest + 1;
    int i, ok;
    if (!run) return 0;
    run->v = (double *)fm_get(all, sizeof(double));
    run->d = (double *)fm_get(all, sizeof(double));
    run->r = (double *)fm_get(widest, sizeof(double));
    run->s = (const char **)fm_get(nv, sizeof(char *));
    run->kept = (char **)fm_get(nv, sizeof(char *));
    run->env.o = (void **)fm_get(nv, sizeof(void *));
    run->given = (unsigned char *)fm_get(nv, 1);
    run->start = (double *)fm_get(nv, sizeof(double));
    run->start_given = (unsigned char *)fm_get(nv, 1);
    run->saved = (double *)fm_get(nv, sizeof(double));
    run->g = (double *)fm_get(nr, sizeof(double));
    run->eps = (double *)fm_get(nr, sizeof(double));
    run->truth = (double *)fm_get(nr, sizeof(double));
    run->shifted = (double *)fm_get(nr, sizeof(double));
    run->armed = (unsigned char *)fm_get(nr, 1);
    run->clock_next = (long long *)fm_get(ns, sizeof(long long));
    run->clock_start = (double *)fm_get(ns, sizeof(double));
    run->clock_interval = (double *)fm_get(ns, sizeof(double));
    run->systems = (FmSystem *)fm_get((size_t)fm_model.nsystems + 1, sizeof(FmSystem));
    run->delays = (FmDelay *)fm_get((size_t)fm_model.ndelays + 1, sizeof(FmDelay));
    run->spatials = (FmSpatial *)fm_get((size_t)fm_model.nspatials + 1, sizeof(FmSpatial));
    run->warned = (unsigned char *)fm_get((size_t)fm_model.norigins + 1, 1);
    ok = run->v && run->d && run->r && run->s && run->kept && run->env.o && run->given && run->start &&
         run->start_given && run->saved && run->g && run->eps && run->truth && run->shifted && run->armed &&
         run->clock_next && run->clock_start && run->clock_interval && run->systems && run->delays && run->spatials &&
         run->warned;
    for (i = 0; ok && i < fm_model.nsystems; i++) ok = fm_new_system(&run->systems[i], cw_systems[i].n);
    for (i = 0; ok && i < fm_model.nvars; i++) run->s[i] = "";
    if (!ok) {
        fm_free(run);
        return 0;
    }
    run->env.v = run->v;
    run->env.d = run->d;
    run->env.r = run->r;
    run->env.s = run->s;
    run->env.given = run->given;
    run->env.tab = cw_tables;
    run->env.lambda = 1;
    run->env.call = &fm_calls;
    run->env.host = run;
    run->resources = resources;
    fm_defaults(run);
    return run;
}

/* ---- everything that the future depends on, as bytes ------------------------------------------------------------- */

typedef struct {
    char *at;
    size_t n, room;
    int reading;
} FmBytes; /* at 0: only counts */

static int fm_pass(FmBytes *b, void *data, size_t n) {
    if (b->reading && b->n + n > b->room) return 0;
    if (b->at) {
        if (b->reading) memcpy(data, b->at + b->n, n);
        else memcpy(b->at + b->n, data, n);
    }
    b->n += n;
    return 1;
}

static int fm_pass_strings(FmRun *run, FmBytes *b) {
    int i, ok = 1;
    for (i = 0; ok && i < fm_model.nstrings; i++) {
        int var = fm_model.strings[i].var;
        unsigned n = b->reading ? 0 : (unsigned)strlen(run->s[var]) + 1;
        ok = fm_pass(b, &n, sizeof n);
        if (!ok || !b->reading) {
            ok = ok && fm_pass(b, (void *)run->s[var], n);
            continue;
        }
        ok = n > 0 && b->n + n <= b->room && b->at[b->n + n - 1] == 0;
        if (ok) fm_set_string(run, var, b->at + b->n);
        b->n += n;
    }
    return ok;
}

static int fm_pass_series(FmBytes *b, int *n, int *room, double **x, double **y) {
    int count = *n, ok = fm_pass(b, &count, sizeof count) && count >= 0;
    if (!ok) return 0;
    if (b->reading) {
        if ((size_t)count * 2 * sizeof(double) > b->room - b->n) return 0;
        while (count >= *room)
            if (!fm_grow(x, y, *room, room)) return 0;
        *n = count;
    }
    return fm_pass(b, *x, (size_t)count * sizeof(double)) && fm_pass(b, *y, (size_t)count * sizeof(double));
}

/* One walk serves counting, writing and reading. */
static int fm_state(FmRun *run, FmBytes *b) {
    int i, k, ok;
    size_t nr = (size_t)fm_model.nrelations, ns = (size_t)fm_model.nsamples;
    unsigned long long key = fm_model.key;
    ok = fm_pass(b, &key, sizeof key) && key == fm_model.key;
    ok = ok && fm_pass(b, run->v, (size_t)fm_model.nvars * sizeof *run->v) &&
         fm_pass(b, run->given, (size_t)fm_model.nvars);
    ok = ok && fm_pass(b, run->start, (size_t)fm_model.nvars * sizeof *run->start);
    ok = ok && fm_pass(b, run->start_given, (size_t)fm_model.nvars) && fm_pass(b, run->g, nr * sizeof *run->g);
    ok = ok && fm_pass(b, run->eps, nr * sizeof *run->eps) && fm_pass(b, run->armed, nr);
    ok = ok && fm_pass(b, run->clock_next, ns * sizeof *run->clock_next);
    ok = ok && fm_pass(b, run->clock_start, ns * sizeof *run->clock_start);
    ok = ok && fm_pass(b, run->clock_interval, ns * sizeof *run->clock_interval);
    ok = ok && fm_pass(b, &run->terminated, sizeof run->terminated);
    ok = ok && fm_pass(b, &run->next_time_event, sizeof(double)) && fm_pass(b, &run->tiny, sizeof(double));
    for (i = 0; ok && i < fm_model.nsystems; i++) {
        FmSystem *s = &run->systems[i];
        size_t n = (size_t)cw_systems[i].n;
        ok = fm_pass(b, s->matrix, 2 * n * n * sizeof(double)) && fm_pass(b, s->pivot, n * sizeof(int));
        ok = ok && fm_pass(b, &s->factored, sizeof s->factored) && fm_pass(b, &s->nold, sizeof s->nold);
        ok = ok && fm_pass(b, s->old_time, sizeof s->old_time) && fm_pass(b, &s->last_time, sizeof s->last_time);
        for (k = 0; ok && k < 3; k++) ok = fm_pass(b, s->old[k], n * sizeof(double));
    }
    for (i = 0; ok && i < fm_model.ndelays; i++) {
        FmDelay *d = &run->delays[i];
        ok = fm_pass(b, &d->first, sizeof d->first) && fm_pass_series(b, &d->n, &d->room, &d->t, &d->y);
    }
    for (i = 0; ok && i < fm_model.nspatials; i++) {
        FmSpatial *p = &run->spatials[i];
        ok = fm_pass(b, &p->started, sizeof p->started) && fm_pass(b, &p->last_t, sizeof(double)) &&
             fm_pass(b, &p->last_x, sizeof(double)) && fm_pass_series(b, &p->n, &p->room, &p->x, &p->y);
    }
    return ok && fm_pass_strings(run, b);
}
