/* serve.c - one connection: messages in their order, background work when nothing is waiting. */
#include "server/studio_impl.h"

#include <causeway/server.h>
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <unistd.h>

typedef struct {
    Arena arena;
    const BaseJson *json;
} Message;

typedef struct {
    Server *s;
    Text in;
    size_t used; /* of in */
    bool ended;  /* the other side closed */
    SrvSocket socket;
    VEC(Message *) queue;
} Wire;

static void refuse_bytes(Server *s, const char *why) { srv_answer_error(s, NULL, SRV_PARSE_ERROR, why); }

/* All whole messages that have come in. */
static void split_input(Wire *w) {
    char *json;
    size_t n, at;
    const char *why;
    bool framed = w->s->options->websocket;
    for (int got;;) {
        if (framed) got = srv_next_socket_frame(&w->socket, &w->in, &w->used, w->s->options->out, &json, &n);
        else got = srv_next_frame(&w->in, &w->used, &json, &n, &why);
        if (!got) break;
        if (got < 0 && framed) {
            srv_close_socket(w->s->options->out, w->socket.code, w->socket.why);
            w->ended = true;
            break;
        }
        if (got < 0) {
            refuse_bytes(w->s, why);
            continue;
        }
        Message *m = base_realloc(NULL, sizeof *m);
        *m = (Message){0};
        m->json = base_json_read(&m->arena, json, n, &at, &why);
        base_realloc(json, 0);
        if (m->json) {
            vec_push(&w->queue, m);
            continue;
        }
        refuse_bytes(w->s, why);
        base_free_arena(&m->arena);
        base_realloc(m, 0);
    }
    if (w->used == w->in.n) w->used = w->in.n = 0;
    if (w->used > (1u << 20)) {
        memmove(w->in.at, w->in.at + w->used, w->in.n - w->used);
        w->in.n -= w->used;
        w->used = 0;
    }
}

static bool same_id(const BaseJson *a, const BaseJson *b) {
    if (!a || !b || a->kind != b->kind) return false;
    return a->kind == BASE_JSON_NUMBER ? a->number == b->number
                                       : a->kind == BASE_JSON_STRING && strcmp(a->text, b->text) == 0;
}

/* Does a message behind this one take the request back? */
static bool is_cancelled(const Wire *w, size_t at) {
    const BaseJson *id = base_json_get(w->queue.at[at]->json, "id");
    for (size_t i = at + 1; id && i < w->queue.n; i++) {
        const char *method = base_json_string(w->queue.at[i]->json, "method");
        if (!method || strcmp(method, "$/cancelRequest") != 0) continue;
        if (same_id(id, base_json_get(base_json_get(w->queue.at[i]->json, "params"), "id"))) return true;
    }
    return false;
}

static void handle_queue(Wire *w) {
    Server *s = w->s;
    for (size_t i = 0; i < w->queue.n && !s->leaving; i++) {
        Message *m = w->queue.at[i];
        if (is_cancelled(w, i)) srv_answer_error(s, base_json_get(m->json, "id"), SRV_CANCELLED, "cancelled");
        else srv_handle(s, m->json);
        base_free_arena(&s->scratch);
    }
    for (size_t i = 0; i < w->queue.n; i++) {
        base_free_arena(&w->queue.at[i]->arena);
        base_realloc(w->queue.at[i], 0);
    }
    vec_clear(&w->queue);
}

static void read_input(Wire *w) {
    enum { PIECE = 1 << 16 };
    char piece[PIECE];
    ssize_t n = read(w->s->options->in, piece, PIECE);
    if (n < 0 && (errno == EINTR || errno == EAGAIN)) return;
    if (n <= 0) w->ended = true;
    else base_text_addn(&w->in, piece, (size_t)n);
}

static bool readable(int fd) {
    struct pollfd p = {.fd = fd, .events = POLLIN};
    return poll(&p, 1, 0) > 0;
}

/* Background work must not end the connection: after a fault it is dropped. */
static void in_background(Server *s, void (*work)(Server *s)) {
    BaseGuard g;
    if (BASE_GUARDED(&g)) {
        work(s);
        base_guard_pop(&g);
    } else {
        s->inst = s->drawing = NULL;
        srv_stop_check(s);
        srv_close_world(s);
        for (size_t i = 0; i < s->documents.n; i++) s->documents.at[i]->told = s->documents.at[i]->checked = true;
    }
    base_free_arena(&s->scratch);
}

static void read_jobs(Server *s, const struct pollfd *fds, size_t n) {
    for (size_t i = n; i-- > 0;) /* from behind: those that end leave the list */
        if (fds[i].revents) srv_read_job(s, i);
}

static void read_workers(Server *s, const struct pollfd *fds, size_t n) {
    for (size_t i = n; i-- > 0;)
        if (i < s->workers.n && fds[i].revents && s->workers.at[i].fd == fds[i].fd) srv_read_worker(s, i);
}

static void wait_for_something(Wire *w) {
    Server *s = w->s;
    VEC(struct pollfd) fds = {0};
    size_t jobs = s->jobs.n;
    bool child = s->child != 0;
    for (size_t i = 0; i < jobs; i++) vec_push(&fds, ((struct pollfd){.fd = s->jobs.at[i].from, .events = POLLIN}));
    vec_push(&fds, ((struct pollfd){.fd = s->options->in, .events = POLLIN}));
    if (child) vec_push(&fds, ((struct pollfd){.fd = s->child_out, .events = POLLIN}));
    size_t workers = fds.n;
    for (size_t i = 0; i < s->workers.n; i++)
        vec_push(&fds, ((struct pollfd){.fd = s->workers.at[i].fd, .events = POLLIN}));
    double due = srv_check_due(s);
    srv_reap(s, false);
    int timeout = due < 0 ? -1 : (int)(due * 1000) + (due > 0);
    bool reads = s->wanted.n > 0 && due != 0;
    bool learns = !reads && due < 0 && srv_is_curious(s);
    if (reads || learns) timeout = 0;
    double stop = srv_stop_workers(s);
    if (stop >= 0 && (timeout < 0 || stop * 1000 < timeout)) timeout = (int)(stop * 1000) + 1;
    int n = poll(fds.at, fds.n, timeout);
    if (n < 0 && errno != EINTR) w->ended = true;
    if (n == 0 && reads) in_background(s, srv_read_wanted);
    else if (n == 0 && due >= 0) in_background(s, srv_start_check);
    else if (n == 0 && learns) in_background(s, srv_learn);
    if (n > 0 && child && fds.at[jobs + 1].revents) in_background(s, srv_read_check);
    if (n > 0) read_workers(s, fds.at + workers, fds.n - workers);
    if (n > 0) read_jobs(s, fds.at, jobs);
    if (n > 0 && fds.at[jobs].revents) read_input(w);
    vec_free(&fds);
}

causeway_status causeway_serve(const causeway_session_options *options, int in, int out) {
    SrvOptions o = {.in = in, .out = out};
    causeway_session_options given;
    causeway_session_options_init(&given);
    if (options) memcpy(&given, options, options->size < sizeof given ? options->size : sizeof given);
    for (size_t i = 0; i < given.nlibraries; i++) vec_push(&o.libraries, (char *)(uintptr_t)given.libraries[i]);
    o.no_default_libraries = given.no_default_libraries;
    int code = srv_serve(&o);
    vec_free(&o.libraries);
    return code == 0 ? CAUSEWAY_OK : CAUSEWAY_STOPPED;
}

void srv_begin(Server *s, const SrvOptions *options) {
    *s = (Server){.options = options};
    for (size_t i = 0; i < options->folders.n; i++) {
        const char *folder = options->folders.at[i];
        vec_push(&s->folders, strcpy(base_realloc(NULL, strlen(folder) + 1), folder));
    }
}

void srv_end(Server *s) {
    srv_stop_check(s);
    srv_end_jobs(s);
    srv_reap(s, true);
    vec_free(&s->ended);
    while (s->wanted.n) base_realloc(vec_pop(&s->wanted), 0);
    vec_free(&s->wanted);
    srv_close_world(s);
    srv_forget_listings(s, NULL);
    while (s->documents.n) srv_close_document(s, s->documents.at[0]);
    for (size_t i = 0; i < s->folders.n; i++) base_realloc(s->folders.at[i], 0);
    vec_free(&s->folders);
    vec_free(&s->documents);
    base_text_free(&s->child_text);
    base_text_free(&s->error_text);
    base_free_arena(&s->scratch);
    base_map_free(&s->scopes);
    vec_free(&s->touched);
    vec_free(&s->typing);
    srv_end_workers(s);
    srv_close_results(s);
    base_realloc(s->runs, 0);
}

int srv_serve(const SrvOptions *options) {
    Server s;
    srv_begin(&s, options);
    Wire w = {.s = &s, .socket = {.most = options->most}};
    signal(SIGPIPE, SIG_IGN);
    while (!s.leaving && !w.ended && !s.broken) {
        wait_for_something(&w);
        /* all there is, so that cancellations are seen; of frames, which are refused by their heads, a part */
        for (size_t most = options->websocket ? w.in.n + options->most : SIZE_MAX;
             !w.ended && w.in.n < most && readable(options->in);)
            read_input(&w);
        split_input(&w);
        handle_queue(&w);
        if (!s.leaving && !s.shut_down) in_background(&s, srv_settle);
    }
    vec_free(&w.queue);
    base_text_free(&w.in);
    base_text_free(&w.socket.message);
    bool done = s.leaving && s.shut_down;
    srv_end(&s);
    return done ? 0 : 1;
}
