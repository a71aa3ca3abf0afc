/* job.c - requests that may take long or run a model: answered by a child, while the server goes on.
 *
 * As with checks, the child is a copy of the server; it writes its answer into a pipe and ends.  $/cancelRequest ends
 * it, and an edit ends those that are about a text as it was.
 */
#include "server/server_impl.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MOST_SECONDS = 3600 };

static void write_all(int to, const char *s, size_t n) {
    while (n) {
        ssize_t put = write(to, s, n);
        if (put < 0 && errno == EINTR) continue;
        if (put <= 0) _exit(1);
        s += put;
        n -= (size_t)put;
    }
}

/* In the child: "R" and the result, or "E", the code and the reason. */
static void work(Server *s, SrvMethod *run, const BaseJson *params, int to) {
    Text out = {0}, whole = {0};
    BaseGuard g;
    s->error = 0;
    if (BASE_GUARDED(&g)) {
        run(s, params, &out);
        base_guard_pop(&g);
    } else {
        srv_refuse(s, SRV_INTERNAL, "%s", g.text);
    }
    if (s->error) {
        base_text_printf(&whole, "E%d ", s->error);
        base_text_add(&whole, base_text_str(&s->error_text));
    } else {
        base_text_char(&whole, 'R');
        if (out.n) base_text_addn(&whole, out.at, out.n);
        else base_text_add(&whole, "null");
    }
    write_all(to, whole.at, whole.n);
}

void srv_silence(void) {
    int none = open("/dev/null", O_RDWR | O_CLOEXEC);
    dup2(none, STDIN_FILENO);
    dup2(none, STDOUT_FILENO);
}

bool srv_start_job(Server *s, SrvMethod *run, const BaseJson *params, const char *id, bool of_text) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) return false;
    srv_world(s);
    pid_t server = getpid(), child = base_fork();
    if (child < 0) {
        close(ends[0]);
        close(ends[1]);
        return false;
    }
    if (child == 0) {
        struct rlimit seconds = {MOST_SECONDS, MOST_SECONDS};
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (getppid() != server) _exit(1);
        setrlimit(RLIMIT_CPU, &seconds);
        srv_silence();
        work(s, run, params, ends[1]);
        _exit(0);
    }
    close(ends[1]);
    SrvJob j = {.child = child, .from = ends[0], .of_text = of_text};
    base_text_add(&j.id, id);
    vec_push(&s->jobs, j);
    return true;
}

static void end_job(Server *s, size_t at) {
    SrvJob *j = &s->jobs.at[at];
    close(j->from);
    kill(j->child, SIGKILL);
    waitpid(j->child, NULL, 0);
    base_text_free(&j->id);
    base_text_free(&j->out);
    *j = vec_last(&s->jobs);
    s->jobs.n--;
}

void srv_read_job(Server *s, size_t at) {
    char piece[1 << 16];
    SrvJob *j = &s->jobs.at[at];
    ssize_t n = read(j->from, piece, sizeof piece);
    if (n < 0 && errno == EINTR) return;
    if (n > 0) {
        base_text_addn(&j->out, piece, (size_t)n);
        return;
    }
    const char *out = base_text_str(&j->out), *id = base_text_str(&j->id);
    if (out[0] == 'R') srv_answer_text(s, id, "result", out + 1, j->out.n - 1);
    else if (out[0] == 'E') srv_fail_text(s, id, out + 1);
    else srv_fail_text(s, id, "-32603 the work ended without an answer");
    end_job(s, at);
}

void srv_cancel_job(Server *s, const char *id) {
    for (size_t i = 0; i < s->jobs.n; i++)
        if (strcmp(base_text_str(&s->jobs.at[i].id), id) == 0) {
            srv_fail_text(s, id, "-32800 cancelled");
            end_job(s, i);
            return;
        }
}

void srv_cancel_jobs_of_text(Server *s) {
    for (size_t i = s->jobs.n; i-- > 0;) {
        if (!s->jobs.at[i].of_text) continue;
        srv_fail_text(s, base_text_str(&s->jobs.at[i].id), "-32801 the text changed");
        end_job(s, i);
    }
}

void srv_end_jobs(Server *s) {
    while (s->jobs.n) end_job(s, s->jobs.n - 1);
    vec_free(&s->jobs);
}
