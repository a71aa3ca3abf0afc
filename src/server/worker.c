/* worker.c - a translated model in a process of its own, which runs it again and again.
 *
 * The process is a copy of the server; lines of JSON go to it and come from it.  What it says is passed on to the page
 * as causeway/run.  It is made anew when a text has changed, and when it has crashed; while a model only gets other
 * values, it stays.
 */
#include "server/studio_impl.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MOST_WORKERS = 6, PATIENCE = 3 /* seconds until a run that does not stop is ended */ };

/* A folder of ours for results. */
const char *srv_runs_folder(Server *s) {
    if (!s->runs) {
        const char *tmp = getenv("TMPDIR");
        char path[4096];
        if (s->options->runs) snprintf(path, sizeof path, "%s", s->options->runs);
        else {
            snprintf(path, sizeof path, "%s/causeway-runs-XXXXXX", tmp && *tmp ? tmp : "/tmp");
            if (!mkdtemp(path)) return NULL;
        }
        s->runs = strcpy(base_realloc(NULL, strlen(path) + 1), path);
    }
    return s->runs;
}

static void tell_crash(Server *s, const SrvWorker *w, int status) {
    Text t = {0}, why = {0};
    if (!w->run) return;
    if (w->ended) base_text_add(&why, "the run did not stop and was ended");
    else if (WIFSIGNALED(status))
        base_text_printf(&why, "the process of the run ended by signal %d (%s)", WTERMSIG(status),
                         strsignal(WTERMSIG(status)));
    else base_text_printf(&why, "the process of the run ended with code %d", WEXITSTATUS(status));
    base_text_printf(&t,
                     "{\"run\":%u,\"ended\":true,\"ok\":false,\"messages\":[{\"severity\":\"error\",\"text\":", w->run);
    srv_put_text(&t, base_text_str(&why));
    base_text_add(&t, "}]}");
    srv_notify(s, "causeway/run", &t);
    base_text_free(&t);
    base_text_free(&why);
}

static void drop_worker(Server *s, size_t at, bool tell) {
    SrvWorker *w = &s->workers.at[at];
    int status = 0;
    kill(w->child, SIGKILL);
    close(w->fd);
    waitpid(w->child, &status, 0);
    if (tell) tell_crash(s, w, status);
    base_text_free(&w->in);
    base_realloc(w->model, 0);
    *w = vec_last(&s->workers);
    s->workers.n--;
}

void srv_end_workers(Server *s) {
    while (s->workers.n) drop_worker(s, s->workers.n - 1, false);
    vec_free(&s->workers);
}

static bool start_worker(Server *s, const char *model) {
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return false;
    srv_world(s);
    pid_t server = getpid(), child = base_fork();
    if (child < 0) {
        close(ends[0]);
        close(ends[1]);
        return false;
    }
    if (child == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (getppid() != server) _exit(1);
        close(ends[0]);
        srv_silence();
        srv_work(s, ends[1], model);
        _exit(0);
    }
    close(ends[1]);
    SrvWorker w = {.child = child, .fd = ends[0], .edition = s->edition};
    w.model = strcpy(base_realloc(NULL, strlen(model) + 1), model);
    vec_push(&s->workers, w);
    return true;
}

/* The worker of a model as its texts are now, started when there is none; NULL after srv_refuse. */
static SrvWorker *worker_of(Server *s, const char *model) {
    for (size_t i = s->workers.n; i-- > 0;) {
        SrvWorker *w = &s->workers.at[i];
        if (strcmp(w->model, model) != 0) continue;
        if (w->edition == s->edition && !w->ended) return w;
        drop_worker(s, i, true);
    }
    for (size_t i = 0; i < s->workers.n && s->workers.n >= MOST_WORKERS; i++)
        if (!s->workers.at[i].run) drop_worker(s, i--, false);
    if (s->workers.n >= MOST_WORKERS) {
        srv_refuse(s, SRV_REQUEST_FAILED, "%d models are running: stop one of them first", MOST_WORKERS);
        return NULL;
    }
    if (!start_worker(s, model)) srv_refuse(s, SRV_REQUEST_FAILED, "no process could be started: %s", strerror(errno));
    return s->error ? NULL : &vec_last(&s->workers);
}

/* One line of JSON, whose strings hold no line ends. */
static void put_json(const BaseJson *j, Text *out, int depth) {
    if (j->key) srv_put_text(out, j->key), base_text_char(out, ':');
    switch (j->kind) {
    case BASE_JSON_NUMBER: base_text_double(out, j->number, false); break;
    case BASE_JSON_BOOLEAN: base_text_add(out, j->number != 0 ? "true" : "false"); break;
    case BASE_JSON_STRING: srv_put_text(out, j->text); break;
    case BASE_JSON_ARRAY:
    case BASE_JSON_OBJECT:
        base_text_char(out, j->kind == BASE_JSON_ARRAY ? '[' : '{');
        for (const BaseJson *i = depth < 20 ? j->items : NULL; i; i = i->next) {
            if (i != j->items) base_text_char(out, ',');
            put_json(i, out, depth + 1);
        }
        base_text_char(out, j->kind == BASE_JSON_ARRAY ? ']' : '}');
        break;
    default: base_text_add(out, "null");
    }
}

static bool send_line(SrvWorker *w, const char *run, const BaseJson *params) {
    Text t = {0};
    base_text_printf(&t, "{%s\"params\":", run);
    put_json(params, &t, 0);
    base_text_add(&t, "}\n");
    bool ok = srv_write_all(w->fd, t.at, t.n);
    base_text_free(&t);
    return ok;
}

/* {class, values?, experiment?, watch?} -> {run}: what it does is told by causeway/run */
void srv_run(Server *s, const BaseJson *params, Text *out) {
    const char *model = base_json_string(params, "class");
    if (!srv_class_named(s, model)) return;
    if (!srv_runs_folder(s)) {
        srv_refuse(s, SRV_REQUEST_FAILED, "there is no folder for results: set TMPDIR to one that can be written");
        return;
    }
    SrvWorker *w = worker_of(s, model);
    if (!w) return;
    w->run = srv_next_run(s);
    BaseJson bare = *params;
    bare.key = NULL;
    send_line(w, base_sprintf(&s->scratch, "\"run\":%u,", w->run), &bare);
    base_text_printf(out, "{\"run\":%u}", w->run);
}

/* {run, do: "pause" | "resume" | "stop" | "speed" | "set", ...} */
void srv_control(Server *s, const BaseJson *params, Text *out) {
    const BaseJson *run = base_json_get(params, "run");
    const char *what = base_json_string(params, "do");
    BaseJson bare = *params;
    bare.key = NULL;
    base_text_add(out, "null");
    for (size_t i = 0; run && i < s->workers.n; i++) {
        SrvWorker *w = &s->workers.at[i];
        if (!w->run || w->run != (uint32_t)run->number) continue;
        if (what && strcmp(what, "stop") == 0 && !w->stopping) w->stopping = base_seconds();
        send_line(w, "", &bare);
    }
}

/* Those that were told to stop and do not: nothing of theirs answers any more. */
double srv_stop_workers(Server *s) {
    double now = base_seconds(), next = -1;
    for (size_t i = s->workers.n; i-- > 0;) {
        SrvWorker *w = &s->workers.at[i];
        if (!w->stopping) continue;
        double left = w->stopping + PATIENCE - now;
        if (left <= 0) w->ended = true, drop_worker(s, i, true);
        else if (next < 0 || left < next) next = left;
    }
    return next;
}

static void pass_on(Server *s, SrvWorker *w, const char *line, size_t n) {
    static const char end[] = "\"ended\":true";
    Text t = {0};
    base_text_addn(&t, line, n);
    if (memmem(line, n < 200 ? n : 200, end, sizeof end - 1)) {
        char own[32];
        snprintf(own, sizeof own, "{\"run\":%u,", w->run);
        if (strncmp(base_text_str(&t), own, strlen(own)) == 0) w->run = 0;
        w->stopping = 0;
    }
    srv_notify(s, "causeway/run", &t);
    base_text_free(&t);
}

void srv_read_worker(Server *s, size_t at) {
    enum { PIECE = 1 << 18 };
    static const size_t piece = PIECE;
    SrvWorker *w = &s->workers.at[at];
    size_t before = w->in.n;
    vec_reserve(&w->in, before + piece + 1);
    ssize_t n = read(w->fd, w->in.at + before, piece);
    if (n < 0 && errno == EINTR) return;
    if (n <= 0) {
        drop_worker(s, at, true);
        return;
    }
    w->in.n += (size_t)n;
    size_t from = 0;
    for (char *end; (end = memchr(w->in.at + from, '\n', w->in.n - from)); from = (size_t)(end - w->in.at) + 1)
        pass_on(s, w, w->in.at + from, (size_t)(end - w->in.at) - from);
    memmove(w->in.at, w->in.at + from, w->in.n - from);
    w->in.n -= from;
}
