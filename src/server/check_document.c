/* check_document.c - names, types and balance of the classes of a document, found by a child process.
 *
 * The child is a copy of the server at the moment it begins: it has the class tree with all texts as they are, needs no
 * lock, and can be ended at any time, which is how a newer edit cancels it.  A model that takes long, or a fault of our
 * own, costs the server nothing.  It tells its findings in lines; the class that was edited comes first.  A class whose
 * check ends the child is left out, and the check begins anew.
 */
#include "server/server_impl.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static const double IDLE = 0.030; /* seconds without an edit before a check begins */
enum { MOST_SECONDS = 60, MOST_CLASSES = 100000, MOST_LEFT_OUT = 32 };

/* ---- what to check ----------------------------------------------------------------------------------------------- */

typedef VEC(SynClass *) Classes;

static void collect(SynElement *list, Classes *out) {
    for (SynElement *e = list; e && out->n < MOST_CLASSES; e = e->next) {
        if (e->kind != SYN_CLASS_DEF || !e->cls || !e->name) continue;
        vec_push(out, e->cls);
        collect(e->cls->elements, out);
    }
}

/* Is this definition the one that its full name means?  Of two classes of one name only the first is checked. */
static bool is_named_so(Server *s, SynClass *syn, Text *name) {
    LibClass *cls = lib_of(s->lib, syn);
    if (!cls) return false;
    lib_full_name(cls, name);
    return lib_find_path(s->lib, base_text_str(name)) == cls;
}

/* ---- the child --------------------------------------------------------------------------------------------------- */

static void say(int to, const Text *t) {
    for (size_t at = 0; at < t->n;) {
        ssize_t n = write(to, t->at + at, t->n - at);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) _exit(1);
        at += (size_t)n;
    }
}

static void put_line(Text *out, const char *s) {
    srv_put_text(out, s ? s : "");
    base_text_char(out, '\t');
}

/* A line a finding: D start end severity \t code \t text \t hint \t home \t related; then C home: its check is done. */
static void tell(const SrvFindings *f, const char *home, int to) {
    Text t = {0};
    for (size_t i = 0; i < f->list.n; i++) {
        const SrvFinding *x = &f->list.at[i];
        base_text_printf(&t, "D%u %u %d\t", x->start, x->end, x->severity);
        put_line(&t, x->code);
        put_line(&t, x->text);
        put_line(&t, x->hint);
        put_line(&t, x->home);
        put_line(&t, x->related);
        base_text_char(&t, '\n');
    }
    base_text_printf(&t, "C");
    put_line(&t, home);
    base_text_char(&t, '\n');
    say(to, &t);
    base_text_free(&t);
}

/* Said once, when a text is read: those of the document are told with its syntax, others depend on who reads first. */
static bool is_of_reading(const char *code) {
    return strncmp(code, "SYN", 3) == 0 || (strncmp(code, "LIB", 3) == 0 && strcmp(code, "LIB0012") != 0);
}

static void find_in_class(Server *s, SrvDocument *d, const char *name, bool whole, SrvFindings *out) {
    const Diag *diag;
    base_diag_clear(s->ctx);
    if (whole) ses_check_class(s->ctx, s->lib, name);
    else ses_check_names(s->ctx, s->lib, name);
    for (size_t at = 0; (diag = base_diag_next(s->ctx, &at));)
        if (!is_of_reading(diag->code)) srv_keep_finding(s, d, out, diag, name);
    base_diag_clear(s->ctx);
}

/* L path: a file that this child has read, for the server to read too, so that the next child need not. */
static void tell_read(Server *s, SourceId *known, int to) {
    Text t = {0};
    for (SourceId count = base_source_count(s->ctx->sources); *known < count; ++*known) {
        const char *path = base_source(s->ctx->sources, *known)->path;
        if (!ses_ends_with(path, ".mo")) continue;
        base_text_char(&t, 'L');
        put_line(&t, path);
        base_text_char(&t, '\n');
    }
    if (t.n) say(to, &t);
    base_text_free(&t);
}

/* S home: the check of a class begins. */
static void tell_begin(const char *home, int to) {
    Text t = {0};
    base_text_char(&t, 'S');
    put_line(&t, home);
    base_text_char(&t, '\n');
    say(to, &t);
    base_text_free(&t);
}

static bool is_left_out(const SrvDocument *d, const char *home) {
    uint64_t key = base_hash(home, strlen(home), 0);
    for (size_t i = 0; i < d->left_out.n; i++)
        if (d->left_out.at[i] == key) return true;
    return false;
}

static void check_class(Server *s, SrvDocument *d, SynClass *syn, bool whole, int to) {
    Text name = {0};
    SrvFindings found = {0};
    BaseGuard g;
    if (!BASE_GUARDED(&g)) _exit(1); /* our own fault: the editor is not bothered with it */
    if (is_named_so(s, syn, &name) && !is_left_out(d, base_text_str(&name))) {
        tell_begin(base_text_str(&name), to);
        find_in_class(s, d, base_text_str(&name), whole, &found);
        tell(&found, base_text_str(&name), to);
    }
    base_guard_pop(&g);
    base_text_free(&name);
    vec_free(&found.list);
    base_free_arena(&found.arena);
}

/* A library is there, but in another version than the annotation `uses` asks for (MLS 3.6, 18.8.2). */
static void check_used(Server *s, const SynMod *use, const char *home, SrvFindings *out) {
    const SynMod *m = use->mod ? syn_annotation(use->mod->args, s->ctx->names, "version") : NULL;
    const SynExpr *value = m && m->mod ? m->mod->value : NULL;
    LibClass *library = use->name.n == 1 ? lib_find(s->lib, NULL, use->name.parts[0].name) : NULL;
    if (!library || !lib_syn(library) || !value || value->kind != SYN_STRING) return;
    const char *wish = srv_name(s, value->string), *has = lib_version(library);
    if (!has || lib_accepts_version(s->lib, library, wish)) return;
    SrvFinding f = {.start = value->span.start, .end = value->span.end, .severity = 2, .code = "LIB0011"};
    const char *name = srv_name(s, library->name);
    f.text = base_sprintf(&out->arena, "%s %s is used where version %s was asked for%s", name, has, wish,
                          lib_can_convert(s->lib, library, wish) ? "; it knows how to convert" : "");
    f.home = base_strdup(&out->arena, home);
    vec_push(&out->list, f);
}

static void check_uses(Server *s, SrvDocument *d, int to) {
    for (const SynElement *e = d->file ? d->file->classes : NULL; e; e = e->next) {
        const SynMod *uses = e->cls ? syn_annotation(e->cls->annotation, s->ctx->names, "uses") : NULL;
        SrvFindings found = {0};
        Text home = {0};
        if (!uses || !uses->mod || uses->is_break) continue;
        lib_full_name(lib_of(s->lib, e->cls), &home);
        const char *key = base_sprintf(&s->scratch, "uses %s", base_text_str(&home)); /* beside what its check finds */
        for (const SynMod *m = uses->mod->args; m; m = m->next) check_used(s, m, key, &found);
        tell(&found, key, to);
        base_text_free(&home);
    }
}

static void check_all(Server *s, SrvDocument *d, int to) {
    Classes classes = {0};
    SourceId known = base_source_count(s->ctx->sources);
    collect(d->file ? d->file->classes : NULL, &classes);
    SynClass *edited = srv_class_at(d->file, d->edited);
    check_uses(s, d, to);
    if (edited) check_class(s, d, edited, false, to);
    tell_read(s, &known, to);
    if (edited) check_class(s, d, edited, true, to);
    for (size_t i = 0; i < classes.n; i++) {
        tell_read(s, &known, to);
        if (classes.at[i] != edited) check_class(s, d, classes.at[i], true, to);
    }
    tell_read(s, &known, to);
    vec_free(&classes);
    Text t = {0};
    base_text_add(&t, "E\n");
    say(to, &t);
}

/* ---- the parent -------------------------------------------------------------------------------------------------- */

double srv_check_due(const Server *s) {
    if (s->child) return -1;
    for (size_t i = 0; i < s->documents.n; i++) {
        const SrvDocument *d = s->documents.at[i];
        if (d->checked || d->classic) continue;
        double left = s->last_edit + IDLE - base_seconds();
        return left > 0 ? left : 0;
    }
    return -1;
}

void srv_stop_check(Server *s) {
    if (!s->child) return;
    if (waitpid(s->child, NULL, WNOHANG) == 0) { /* its end takes a moment */
        kill(s->child, SIGKILL);
        vec_push(&s->ended, s->child);
    }
    close(s->child_out);
    s->child = 0;
    s->child_of = NULL;
    s->child_text.n = 0;
}

void srv_reap(Server *s, bool all) {
    size_t kept = 0;
    for (size_t i = 0; i < s->ended.n; i++)
        if (waitpid(s->ended.at[i], NULL, all ? 0 : WNOHANG) == 0) s->ended.at[kept++] = s->ended.at[i];
    s->ended.n = kept;
}

/* The one that was edited last comes first. */
static SrvDocument *next_unchecked(Server *s) {
    SrvDocument *best = NULL;
    for (size_t i = 0; i < s->documents.n; i++) {
        SrvDocument *d = s->documents.at[i];
        if (!d->checked && !d->classic && (!best || d->touched > best->touched)) best = d;
    }
    return best;
}

void srv_start_check(Server *s) {
    int ends[2];
    srv_settle(s);
    SrvDocument *d = next_unchecked(s);
    if (d && d->foreign) { /* nothing to be found that its owner does not know */
        d->checked = true;
        srv_answer_pulls(s, d);
        return;
    }
    if (!d || s->child || pipe(ends) != 0) return;
    srv_forget_instances(s);
    pid_t server = getpid();
    pid_t child = base_fork();
    if (child < 0) {
        close(ends[0]);
        close(ends[1]);
        d->checked = true; /* nothing can be said */
        return;
    }
    if (child == 0) {
        struct rlimit seconds = {MOST_SECONDS, MOST_SECONDS + 5};
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (getppid() != server) _exit(1);
        setrlimit(RLIMIT_CPU, &seconds);
        setpriority(PRIO_PROCESS, 0, 5);
        signal(SIGSEGV, SIG_DFL); /* a fault ends it in silence */
        signal(SIGBUS, SIG_DFL);
        signal(SIGFPE, SIG_DFL);
        signal(SIGABRT, SIG_DFL);
        close(ends[0]);
        srv_silence();
        check_all(s, d, ends[1]);
        _exit(0);
    }
    close(ends[1]);
    fcntl(ends[0], F_SETFD, FD_CLOEXEC);
    s->child = child;
    s->child_out = ends[0];
    s->child_of = d;
    s->child_text.n = 0;
    d->checking = 0;
    vec_clear(&d->seen);
    vec_clear(&d->fresh.list);
    base_free_arena(&d->fresh.arena);
}

/* Everything that the check of this class had found goes. */
static void drop_home(SrvFindings *f, const char *home) {
    size_t kept = 0;
    for (size_t i = 0; i < f->list.n; i++)
        if (strcmp(f->list.at[i].home, home) != 0) f->list.at[kept++] = f->list.at[i];
    f->list.n = kept;
}

static const char *field(Server *s, char **at) {
    char *from = *at, *tab = strchr(from, '\t');
    size_t where;
    const char *why;
    if (!tab) return "";
    *at = tab + 1;
    const BaseJson *j = base_json_read(&s->scratch, from, (size_t)(tab - from), &where, &why);
    return j && j->kind == BASE_JSON_STRING ? j->text : "";
}

static const char *kept_field(Server *s, Arena *a, char **at) {
    const char *text = field(s, at);
    return *text ? base_strdup(a, text) : NULL;
}

static void take_finding(Server *s, SrvFindings *to, char *line) {
    SrvFinding f = {0};
    char *at = line + 1;
    f.start = (uint32_t)strtoul(at, &at, 10);
    f.end = (uint32_t)strtoul(at, &at, 10);
    f.severity = (uint8_t)strtoul(at, &at, 10);
    at += *at == '\t';
    f.code = base_strdup(&to->arena, field(s, &at));
    f.text = base_strdup(&to->arena, field(s, &at));
    f.hint = kept_field(s, &to->arena, &at);
    f.home = base_strdup(&to->arena, field(s, &at));
    f.related = kept_field(s, &to->arena, &at);
    vec_push(&to->list, f);
}

static bool is_seen(const SrvDocument *d, const char *home) {
    uint64_t key = base_hash(home, strlen(home), 0);
    for (size_t i = 0; i < d->seen.n; i++)
        if (d->seen.at[i] == key) return true;
    return false;
}

/* Classes that were not checked this time are not there any more. */
static void end_of_check(Server *s, SrvDocument *d) {
    size_t kept = 0;
    for (size_t i = 0; i < d->meaning.list.n; i++)
        if (is_seen(d, d->meaning.list.at[i].home)) d->meaning.list.at[kept++] = d->meaning.list.at[i];
    d->meaning.list.n = kept;
    d->checked = true;
    srv_compact(d);
    srv_publish(s, d);
    srv_answer_pulls(s, d);
}

static bool take_line(Server *s, SrvDocument *d, char *line) {
    if (line[0] == 'L') {
        char *at = line + 1;
        const char *path = field(s, &at);
        size_t n = strlen(path) + 1;
        vec_push(&s->wanted, memcpy(base_realloc(NULL, n), path, n));
    } else if (line[0] == 'S') {
        char *at = line + 1;
        const char *home = field(s, &at);
        d->checking = base_hash(home, strlen(home), 0);
    } else if (line[0] == 'D') {
        take_finding(s, &d->fresh, line);
    } else if (line[0] == 'C') {
        char *at = line + 1;
        const char *home = field(s, &at);
        bool had = d->fresh.list.n > 0;
        for (size_t i = 0; i < d->meaning.list.n; i++) had |= strcmp(d->meaning.list.at[i].home, home) == 0;
        drop_home(&d->meaning, home);
        srv_move_findings(&d->fresh, &d->meaning);
        if (!is_seen(d, home)) vec_push(&d->seen, base_hash(home, strlen(home), 0));
        d->checking = 0;
        return had;
    }
    return false;
}

/* The child has ended: because its time was up?  Then the classes that are left stay unchecked. */
static bool ran_out_of_time(Server *s) {
    int status = 0;
    bool known = waitpid(s->child, &status, 0) == s->child;
    return known && WIFSIGNALED(status) && (WTERMSIG(status) == SIGXCPU || WTERMSIG(status) == SIGKILL);
}

void srv_read_check(Server *s) {
    char piece[1 << 16];
    SrvDocument *d = s->child_of;
    ssize_t n = read(s->child_out, piece, sizeof piece);
    if (n < 0 && errno == EINTR) return;
    if (n > 0) base_text_addn(&s->child_text, piece, (size_t)n);
    bool changed = false, ended = n <= 0, whole = false;
    size_t used = 0;
    for (char *end; used < s->child_text.n && (end = memchr(s->child_text.at + used, '\n', s->child_text.n - used));) {
        char *line = s->child_text.at + used;
        *end = 0;
        used = (size_t)(end - s->child_text.at) + 1;
        if (line[0] == 'E') ended = whole = true;
        else changed |= take_line(s, d, line);
    }
    memmove(s->child_text.at, s->child_text.at + used, s->child_text.n - used);
    s->child_text.n -= used;
    if (ended && !whole && d->checking && d->left_out.n < MOST_LEFT_OUT && !ran_out_of_time(s)) {
        vec_push(&d->left_out, d->checking); /* begun anew at once */
        srv_stop_check(s);
    } else if (ended) {
        srv_stop_check(s);
        end_of_check(s, d);
    } else if (changed) {
        srv_publish(s, d);
    }
}
