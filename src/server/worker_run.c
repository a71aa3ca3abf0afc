/* worker_run.c - in the process of a worker: commands in, runs, and what is told of them.
 *
 * While a run goes on, its progress callback reads commands: the run waits there while it is paused, and ends when it
 * is told to stop or when another one is asked for.  Rows of the variables that the page watches are sent at most
 * thirty times a second; all of them go into a file, which the server reads when the run has ended.
 */
#include "server/studio_impl.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

enum { MOST_WATCHED = 64, MOST_ROWS = 4096, TELLS_A_SECOND = 30, SLICES = 400 };

typedef struct {
    Server *s;
    int fd;
    const char *name; /* of the class */
    causeway_session *session;
    causeway_model *model;
    char *key;    /* modifiers that it was translated with */
    Text in;      /* commands that have come */
    Text refused; /* why the run was not begun, besides diagnostics; or empty */
    /* the run */
    Arena arena;
    const BaseJson *command;
    uint32_t run;
    causeway_run *r;
    double start, stop, told, began, began_at;
    double speed; /* times real time; 0: as fast as it goes */
    bool paused, stopping;
    size_t nwatched;
    uint32_t watched[MOST_WATCHED];
    VEC(double) rows; /* time and watched values */
} Work;

/* ---- what is told ------------------------------------------------------------------------------------------------ */

static void say(Work *w, Text *t) {
    base_text_char(t, '\n');
    if (!srv_write_all(w->fd, t->at, t->n)) _exit(0);
    base_text_free(t);
}

static void say_phase(Work *w, const char *phase) {
    Text t = {0};
    base_text_printf(&t, "{\"run\":%u,\"phase\":\"%s\"}", w->run, phase);
    say(w, &t);
}

static void put_number(Text *t, const char *name, double x) {
    base_text_printf(t, ",\"%s\":", name);
    if (isfinite(x)) base_text_double(t, x, false);
    else base_text_add(t, "null");
}

static void say_progress(Work *w, double time) {
    Text t = {0};
    causeway_statistics n = {.size = sizeof n};
    double now = base_seconds();
    causeway_run_statistics(w->r, &n);
    base_text_printf(&t, "{\"run\":%u,\"phase\":\"%s\"", w->run, w->paused ? "paused" : "running");
    put_number(&t, "t", time);
    put_number(&t, "start", w->start);
    put_number(&t, "end", w->stop);
    put_number(&t, "factor", now > w->began ? (time - w->start) / (now - w->began) : 0);
    base_text_printf(&t, ",\"events\":%llu,\"steps\":%llu", (unsigned long long)(n.state_events + n.time_events),
                     (unsigned long long)n.steps);
    if (w->rows.n) {
        base_text_printf(&t, ",\"width\":%zu,\"rows\":\"", w->nwatched + 1);
        srv_put_base64(w->rows.at, w->rows.n * sizeof(double), &t);
        base_text_char(&t, '"');
        vec_clear(&w->rows);
    }
    base_text_char(&t, '}');
    say(w, &t);
    w->told = now;
}

static void put_message(const causeway_diagnostic *d, Text *t) {
    static const char *const words[] = {"note", "warning", "error"};
    srv_comma(t);
    base_text_char(t, '{');
    srv_put_member(t, "severity", words[d->severity]);
    srv_put_member(t, "code", d->code);
    srv_put_member(t, "text", d->text);
    if (d->hint) srv_put_member(t, "hint", d->hint);
    if (d->instance) srv_put_member(t, "instance", d->instance);
    if (d->place.file) {
        srv_put_member(t, "file", d->place.file);
        base_text_printf(t, ",\"line\":%d,\"column\":%d", d->place.line, d->place.column);
    }
    base_text_char(t, '}');
}

/* What a first plot shows: states, else variables that move. */
static void put_states(Work *w, Text *t) {
    enum { MOST = 12 };
    const uint32_t *states;
    causeway_variable v;
    size_t n = w->model ? causeway_variables_of(w->model, CAUSEWAY_STATES, &states) : 0, put = 0;
    base_text_add(t, ",\"states\":[");
    for (size_t i = 0; i < n && put < MOST; i++) {
        v.size = sizeof v;
        if (causeway_describe_variable(w->model, states[i], &v) != CAUSEWAY_OK || v.hidden) continue;
        srv_comma(t);
        srv_put_text(t, v.name);
        put++;
    }
    size_t all = w->model ? causeway_variable_count(w->model) : 0;
    for (size_t i = 1; i < all && !n && put < MOST / 2; i++) {
        v.size = sizeof v;
        if (causeway_describe_variable(w->model, i, &v) != CAUSEWAY_OK || v.hidden || v.is_protected || v.alias >= 0)
            continue;
        if (v.kind != CAUSEWAY_CONTINUOUS && v.kind != CAUSEWAY_DISCRETE) continue;
        srv_comma(t);
        srv_put_text(t, v.name);
        put++;
    }
    base_text_char(t, ']');
}

static void say_ended(Work *w, causeway_status code, const char *path) {
    Text t = {0};
    causeway_statistics n = {.size = sizeof n};
    bool ok = code == CAUSEWAY_OK;
    if (w->r) causeway_run_statistics(w->r, &n);
    base_text_printf(&t, "{\"run\":%u,\"ended\":true,\"ok\":%s,\"status\":%d,\"stopped\":%s", w->run,
                     ok ? "true" : "false", (int)code, w->stopping ? "true" : "false");
    put_number(&t, "t", w->r ? causeway_run_time(w->r) : NAN);
    put_number(&t, "start", w->start);
    put_number(&t, "end", w->stop);
    base_text_printf(&t, ",\"result\":%s", path ? "true" : "false");
    if (w->r) {
        base_text_printf(&t,
                         ",\"statistics\":{\"steps\":%llu,\"rejected\":%llu,\"evaluations\":%llu,\"jacobians\":%llu,"
                         "\"stateEvents\":%llu,\"timeEvents\":%llu,\"rows\":%llu",
                         (unsigned long long)n.steps, (unsigned long long)n.rejected, (unsigned long long)n.rhs,
                         (unsigned long long)n.jacobians, (unsigned long long)n.state_events,
                         (unsigned long long)n.time_events, (unsigned long long)n.rows);
        put_number(&t, "initialise", n.initialise_seconds);
        put_number(&t, "simulate", n.simulate_seconds);
        srv_put_member(&t, "solver", n.solver ? n.solver : "");
        base_text_char(&t, '}');
    }
    put_states(w, &t);
    base_text_add(&t, ",\"messages\":[");
    if (w->refused.n) {
        base_text_add(&t, "{");
        srv_put_member(&t, "severity", "error");
        srv_put_member(&t, "text", base_text_str(&w->refused));
        base_text_char(&t, '}');
        w->refused.n = 0;
    }
    for (size_t i = 0; i < causeway_diagnostic_count(w->session); i++)
        put_message(causeway_get_diagnostic(w->session, i), &t);
    for (size_t i = 0; w->r && i < causeway_run_diagnostic_count(w->r); i++)
        put_message(causeway_run_get_diagnostic(w->r, i), &t);
    base_text_add(&t, "]}");
    if (w->r) causeway_run_free(w->r); /* the file is whole now */
    w->r = NULL;
    say(w, &t);
}

/* ---- commands ---------------------------------------------------------------------------------------------------- */

/* Reads what has come; false when the server is gone. */
static bool take_in(Work *w) {
    char piece[1 << 14];
    ssize_t n = read(w->fd, piece, sizeof piece);
    if (n < 0 && errno == EINTR) return true;
    if (n <= 0) return false;
    base_text_addn(&w->in, piece, (size_t)n);
    return true;
}

static bool is_readable(int fd, int milliseconds) {
    struct pollfd p = {.fd = fd, .events = POLLIN};
    return poll(&p, 1, milliseconds) > 0;
}

/* The next whole line, parsed into the arena; NULL: there is none. */
static const BaseJson *next_command(Work *w, Arena *a, bool take) {
    char *end = w->in.n ? memchr(w->in.at, '\n', w->in.n) : NULL;
    size_t at, n = end ? (size_t)(end - w->in.at) : 0;
    const char *why;
    if (!end) return NULL;
    const BaseJson *json = base_json_read(a, base_strndup(a, w->in.at, n), n, &at, &why);
    bool run = json && base_json_get(json, "run");
    if (run && !take) return json;
    memmove(w->in.at, end + 1, w->in.n - n - 1);
    w->in.n -= n + 1;
    return json;
}

static double number_of(const BaseJson *object, const char *name, double otherwise) {
    const BaseJson *x = base_json_get(object, name);
    return x && x->kind == BASE_JSON_NUMBER ? x->number : otherwise;
}

static void pace(Work *w, double speed) {
    w->speed = speed;
    w->began = base_seconds();
    w->began_at = w->r ? causeway_run_time(w->r) : w->start;
}

static void obey(Work *w, const BaseJson *params) {
    const char *what = base_json_string(params, "do");
    if (!what) return;
    if (strcmp(what, "stop") == 0) w->stopping = true;
    if (strcmp(what, "pause") == 0) w->paused = true;
    if (strcmp(what, "resume") == 0) w->paused = false, pace(w, w->speed);
    if (strcmp(what, "speed") == 0) pace(w, number_of(params, "speed", 0));
    if (strcmp(what, "set") == 0 && w->r)
        causeway_run_set(w->r, base_json_string(params, "name") ? base_json_string(params, "name") : "",
                         number_of(params, "value", 0));
}

/* Commands about the run; another run ends it. */
static void obey_all(Work *w) {
    while (is_readable(w->fd, 0))
        if (!take_in(w)) _exit(0);
    Arena a = {0};
    for (const BaseJson *c; !w->stopping && (c = next_command(w, &a, false));) {
        if (base_json_get(c, "run")) w->stopping = true;
        else obey(w, base_json_get(c, "params"));
    }
    base_free_arena(&a);
}

/* ---- a run ------------------------------------------------------------------------------------------------------- */

static void keep_row(Work *w, double time) {
    double v[MOST_WATCHED];
    if (!w->nwatched || w->rows.n / (w->nwatched + 1) >= MOST_ROWS) return;
    causeway_run_get_numbers(w->r, w->nwatched, w->watched, v);
    vec_push(&w->rows, time);
    for (size_t i = 0; i < w->nwatched; i++) vec_push(&w->rows, v[i]);
}

static bool progress(void *arg, double time, double part) {
    Work *w = arg;
    (void)part;
    keep_row(w, time);
    double now = base_seconds();
    bool due = now - w->told > 1.0 / TELLS_A_SECOND;
    if (due) {
        obey_all(w);
        say_progress(w, time);
    }
    while (!w->stopping &&
           (w->paused || (w->speed > 0 && (time - w->began_at) / w->speed > base_seconds() - w->began))) {
        is_readable(w->fd, w->paused ? 200 : 5);
        obey_all(w);
        if (base_seconds() - w->told > 1.0 / TELLS_A_SECOND) say_progress(w, time);
    }
    return !w->stopping;
}

/* Values that only a translation can take. */
static void put_modifiers(Work *w, causeway_model *known, const BaseJson *values, Text *out) {
    for (const BaseJson *v = values && values->kind == BASE_JSON_OBJECT ? values->items : NULL; v; v = v->next) {
        causeway_variable about = {.size = sizeof about};
        int64_t i = causeway_find_variable(known, v->key);
        bool settable = i >= 0 && causeway_describe_variable(known, (size_t)i, &about) == CAUSEWAY_OK && about.settable;
        size_t n = strlen(v->key);
        bool start = n > 6 && strcmp(v->key + n - 6, ".start") == 0;
        if (settable || start || v->kind != BASE_JSON_STRING) continue;
        base_text_printf(out, "%s%s = %s", out->n ? ", " : "(", v->key, v->text);
    }
    if (out->n) base_text_char(out, ')');
    (void)w;
}

static causeway_status translate(Work *w, const char *modifiers) {
    Text what = {0};
    base_text_printf(&what, "%s%s", w->name, modifiers);
    causeway_model *m = causeway_model_new(w->session, base_text_str(&what));
    causeway_status code = m ? causeway_model_translate(m, NULL) : CAUSEWAY_INVALID;
    base_text_free(&what);
    if (code != CAUSEWAY_OK) {
        causeway_model_free(m);
        return code;
    }
    causeway_model_free(w->model);
    base_realloc(w->key, 0);
    w->model = m;
    w->key = strcpy(base_realloc(NULL, strlen(modifiers) + 1), modifiers);
    return CAUSEWAY_OK;
}

/* The model with the values that its structure depends on. */
static causeway_status make_model(Work *w, const BaseJson *values) {
    Text modifiers = {0};
    causeway_status code = CAUSEWAY_OK;
    causeway_clear_diagnostics(w->session);
    if (!w->model) {
        say_phase(w, "translating");
        code = translate(w, "");
    }
    if (code == CAUSEWAY_OK) put_modifiers(w, w->model, values, &modifiers);
    if (code == CAUSEWAY_OK && strcmp(base_text_str(&modifiers), w->key) != 0) {
        say_phase(w, "translating");
        code = translate(w, base_text_str(&modifiers));
    }
    base_text_free(&modifiers);
    return code;
}

/* Files with columns for inputs, named as from the folder of the model; they lie in the folders that are open. */
static causeway_status set_inputs(Work *w, const BaseJson *inputs) {
    const BaseJson *i = inputs && inputs->kind == BASE_JSON_ARRAY ? inputs->items : NULL;
    causeway_status code = CAUSEWAY_OK;
    for (; i && code == CAUSEWAY_OK; i = i->next) {
        const char *path = i->kind == BASE_JSON_STRING ? srv_open_file(w->s, w->name, i->text) : NULL;
        code = path ? causeway_run_set_input_file(w->r, path) : CAUSEWAY_USAGE;
        if (!path) base_text_printf(&w->refused, "the file of inputs %s is not in the folders that are open", i->text);
    }
    return code;
}

static causeway_status set_values(Work *w, const BaseJson *values) {
    causeway_status worst = CAUSEWAY_OK;
    for (const BaseJson *v = values && values->kind == BASE_JSON_OBJECT ? values->items : NULL; v; v = v->next) {
        causeway_variable about = {.size = sizeof about};
        int64_t i = causeway_find_variable(w->model, v->key);
        size_t n = strlen(v->key);
        bool start = n > 6 && strcmp(v->key + n - 6, ".start") == 0;
        bool settable =
            i >= 0 && causeway_describe_variable(w->model, (size_t)i, &about) == CAUSEWAY_OK && about.settable;
        if (v->kind != BASE_JSON_STRING || (!settable && !start)) continue;
        causeway_status code = causeway_run_set_text(w->r, v->key, v->text);
        if (code != CAUSEWAY_OK) worst = code;
    }
    return worst;
}

static void keep_shapes(Work *w) {
    Text list = {0};
    if (srv_has_shapes(w->model) && srv_put_shapes(w->model, w->r, &list)) srv_write_shapes(w->s, w->run, &list);
    base_text_free(&list);
}

static void configure(Work *w, const BaseJson *experiment) {
    causeway_run_options o;
    causeway_experiment own = {.size = sizeof own};
    causeway_model_experiment(w->model, &own);
    const char *solver = base_json_string(experiment, "solver");
    causeway_run_options_init(&o);
    o.start = number_of(experiment, "start", NAN);
    o.stop = number_of(experiment, "stop", NAN);
    o.tolerance = number_of(experiment, "tolerance", NAN);
    o.interval = number_of(experiment, "interval", NAN);
    if (solver && *solver) o.solver = solver;
    o.all_variables = srv_has_shapes(w->model);
    o.progress = progress;
    o.arg = w;
    causeway_run_configure(w->r, &o);
    w->start = isnan(o.start) ? own.start : o.start;
    w->stop = isnan(o.stop) ? own.stop : o.stop;
}

static void watch(Work *w, const BaseJson *names) {
    w->nwatched = 0;
    for (const BaseJson *i = names && names->kind == BASE_JSON_ARRAY ? names->items : NULL; i; i = i->next) {
        int64_t k = i->kind == BASE_JSON_STRING ? causeway_find_variable(w->model, i->text) : -1;
        if (w->nwatched == MOST_WATCHED) break;
        w->watched[w->nwatched++] = k < 0 ? 0 : (uint32_t)k;
    }
}

/* To the end; in slices where it goes with the clock, so that inputs that are set take effect. */
static causeway_status go_on(Work *w) {
    causeway_status code = causeway_run_initialise(w->r);
    double slice = (w->stop - w->start) / SLICES;
    if (code != CAUSEWAY_OK) return code;
    keep_shapes(w);
    pace(w, w->speed);
    for (double t; w->speed > 0 && !w->stopping && (t = causeway_run_time(w->r)) < w->stop - slice;) {
        code = causeway_run_advance(w->r, t + slice);
        if (code != CAUSEWAY_OK || causeway_run_time(w->r) < t + slice * 0.5) return code;
    }
    return causeway_run_to_end(w->r);
}

static void run_once(Work *w, const BaseJson *command) {
    const BaseJson *params = base_json_get(command, "params"), *values = base_json_get(params, "values"),
                   *experiment = base_json_get(params, "experiment");
    w->run = (uint32_t)number_of(command, "run", 0);
    w->stopping = w->paused = false;
    w->start = w->stop = NAN;
    vec_clear(&w->rows);
    causeway_status code = make_model(w, values);
    w->r = code == CAUSEWAY_OK ? causeway_run_new(w->model) : NULL;
    if (!w->r) {
        say_ended(w, code == CAUSEWAY_OK ? CAUSEWAY_INVALID : code, NULL);
        return;
    }
    const char *path = srv_result_path(w->s, w->run);
    configure(w, experiment);
    watch(w, base_json_get(params, "watch"));
    code = set_values(w, values);
    if (code == CAUSEWAY_OK) code = set_inputs(w, base_json_get(experiment, "inputs"));
    if (code == CAUSEWAY_OK) code = causeway_run_record(w->r, 0, NULL, path);
    w->told = 0;
    pace(w, number_of(params, "speed", 0));
    if (code == CAUSEWAY_OK) say_phase(w, "initialising");
    if (code == CAUSEWAY_OK) code = go_on(w);
    if (w->rows.n) say_progress(w, causeway_run_time(w->r));
    say_ended(w, code, path);
}

void srv_work(Server *s, int fd, const char *model) {
    Work w = {.s = s, .fd = fd, .name = model, .session = srv_session(s)};
    for (;;) {
        const BaseJson *command = next_command(&w, &w.arena, true);
        if (command && base_json_get(command, "run")) run_once(&w, command);
        base_free_arena(&w.arena);
        if (!command && !take_in(&w)) _exit(0);
    }
}
