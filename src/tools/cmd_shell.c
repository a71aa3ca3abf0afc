/* cmd_shell.c - `causeway shell`: commands typed at a terminal, or read from standard input. */
#include "tools/tools_impl.h"

#include <editline/readline.h>
#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/select.h>
#include <sys/stat.h>
#include <unistd.h>
#include <wchar.h>

/* ---- what the script needs of the program ------------------------------------------------------------------------ */

static void output(void *arg, const char *text) {
    (void)arg;
    if (isatty(STDOUT_FILENO)) base_say(stdout, "%s", text);
    else fputs(text, stdout);
    fflush(stdout);
}

static void error(void *arg, const char *text) {
    (void)arg;
    fflush(stdout);
    base_say(stderr, "%s", text);
}

/* On a terminal as characters; otherwise as a picture beside the result. */
static bool plot(void *arg, const char *result, const char *x, size_t n, const char *const *names, const char *svg) {
    ToolShell *s = arg;
    Context *ctx = base_context_new();
    ToolOptions o = *s->run->options;
    memset(&o.words, 0, sizeof o.words);
    vec_push(&o.words, base_strdup(&ctx->arena, result));
    for (size_t i = 0; i < n; i++) vec_push(&o.words, base_strdup(&ctx->arena, names[i]));
    bool terminal = !svg && isatty(STDOUT_FILENO);
    o.x = x;
    o.output = svg;
    if (!svg && !terminal) {
        const char *dot = strrchr(result, '.');
        size_t stem = dot ? (size_t)(dot - result) : strlen(result);
        o.output = base_sprintf(&ctx->arena, "%.*s.svg", (int)stem, result);
    }
    ToolRun run = {.ctx = ctx, .options = &o, .stats.began = base_seconds()};
    bool ok = tool_plot(&run) == TOOL_DONE;
    base_diag_flush(ctx, stderr);
    if (ok && !svg && !terminal) base_say(stderr, "drawn: %s\n", o.output);
    vec_free(&o.words);
    base_context_free(ctx);
    return ok;
}

/* Ctrl-C ends the command that is being carried out, not the shell. */
static volatile sig_atomic_t stopped;

static void stop(int number) {
    (void)number;
    stopped = 1;
}

static bool interrupted(void *arg) {
    (void)arg;
    return stopped != 0;
}

bool tool_shell_open(ToolRun *r, bool typed, ToolShell *out) {
    causeway_session_options session;
    causeway_script_options script;
    *out = (ToolShell){.run = r};
    causeway_session_options_init(&session);
    session.nlibraries = r->options->libraries.n;
    session.libraries = (const char *const *)r->options->libraries.at;
    session.strict = r->options->strict;
    out->session = causeway_session_new(&session);
    causeway_script_options_init(&script);
    script.typed = script.hush = typed;
    script.allow_system = r->options->allow_system;
    script.log = r->options->log;
    script.output = output;
    script.error = error;
    script.plot = plot;
    script.interrupted = interrupted;
    script.arg = out;
    out->script = out->session ? causeway_script_new(out->session, &script) : NULL;
    if (!out->script && out->session) causeway_session_free(out->session);
    return out->script != NULL;
}

void tool_shell_close(ToolShell *s) {
    causeway_script_free(s->script);
    causeway_session_free(s->session);
}

/* ---- the terminal ------------------------------------------------------------------------------------------------ */

/* Line editing keeps its state in the library: the script that completion asks is the only one of the process. */
static causeway_script *completing;

static char *next_completion(const char *text, int state) {
    static const char *const *words;
    if (state == 0) words = causeway_script_complete(completing, text);
    return *words ? strdup(*words++) : NULL; /* the library frees it */
}

/* Inside a string a file is meant. */
static char **complete(const char *text, int start, int end) {
    (void)end;
    int quotes = 0;
    for (int i = 0; i < start; i++) quotes += rl_line_buffer[i] == '"';
    rl_attempted_completion_over = 1;
    return rl_completion_matches(text, quotes % 2 ? rl_filename_completion_function : next_completion);
}

/* $XDG_STATE_HOME/causeway/history, else ~/.local/state/causeway/history; NULL: none. */
static const char *history_path(Context *ctx) {
    const char *state = getenv("XDG_STATE_HOME"), *home = getenv("HOME");
    if ((!state || !*state) && (!home || !*home)) return NULL;
    char *path = state && *state ? base_sprintf(&ctx->arena, "%s/causeway/history", state)
                                 : base_sprintf(&ctx->arena, "%s/.local/state/causeway/history", home);
    for (char *p = path + 1; *p; p++) {
        if (*p != '/') continue;
        *p = 0;
        mkdir(path, 0700);
        *p = '/';
    }
    return path;
}

static void carry_out(ToolShell *s, Text *text) {
    struct sigaction before, during = {.sa_handler = stop};
    stopped = 0;
    sigaction(SIGINT, &during, &before);
    causeway_script_run(s->script, "<input>", base_text_str(text), text->n);
    sigaction(SIGINT, &before, NULL);
    if (stopped) puts("interrupted");
    base_text_free(text);
}

/* A character of the terminal; -1: the end, or Ctrl-C, which waits outside this function: so it is never missed. */
static int next_character(FILE *in) {
    char bytes[MB_LEN_MAX];
    for (size_t n = 0; n < sizeof bytes;) {
        sigset_t open;
        fd_set set;
        wchar_t c;
        mbstate_t state = {0};
        sigemptyset(&open);
        FD_ZERO(&set);
        FD_SET(fileno(in), &set);
        if (stopped) return -1;
        if (pselect(fileno(in) + 1, &set, NULL, NULL, NULL, &open) < 0) {
            if (errno == EINTR) continue;
            return -1;
        }
        if (read(fileno(in), bytes + n, 1) != 1) return -1;
        n++;
        size_t got = mbrtowc(&c, bytes, n, &state);
        if (got == (size_t)-1) n = 0; /* no character of this locale */
        else if (got != (size_t)-2) return (int)c;
    }
    return -1;
}

/* A line of the terminal; Ctrl-C drops what was typed, *dropped says so.  NULL: the end, or dropped. */
static char *next_line(const char *prompt, bool *dropped) {
    struct sigaction before, during = {.sa_handler = stop};
    sigset_t interrupt, mask;
    stopped = 0;
    sigemptyset(&interrupt);
    sigaddset(&interrupt, SIGINT);
    pthread_sigmask(SIG_BLOCK, &interrupt, &mask);
    sigaction(SIGINT, &during, &before);
    char *line = readline(prompt);
    sigaction(SIGINT, &before, NULL);
    pthread_sigmask(SIG_SETMASK, &mask, NULL);
    *dropped = stopped != 0;
    if (!*dropped) return line;
    free(line);
    puts("^C");
    return NULL;
}

static void talk(ToolShell *s) {
    const char *kept = history_path(s->run->ctx);
    Text text = {0};
    bool dropped;
    completing = s->script;
    rl_readline_name = "causeway";
    rl_getc_function = next_character;
    rl_attempted_completion_function = complete;
    using_history();
    stifle_history(2000);
    if (kept) read_history(kept);
    printf("causeway %s: Modelica expressions and commands; help() lists verbs, Tab completes, exit() ends.\n",
           causeway_version());
    while (!causeway_script_ended(s->script)) {
        char *line = next_line(text.n ? "... " : ">>> ", &dropped);
        if (dropped) base_text_free(&text);
        if (dropped) continue;
        if (!line) break;
        if (*line) add_history(line);
        base_text_add(&text, line);
        base_text_char(&text, '\n');
        bool open = *line && causeway_script_is_open(base_text_str(&text), text.n); /* an empty line ends it */
        free(line);
        if (!open) carry_out(s, &text);
    }
    if (kept) write_history(kept);
    base_text_free(&text);
}

/* Each command when it is whole, so that answers come while the other side still writes. */
static ToolExit read_lines(ToolShell *s) {
    Text text = {0};
    ToolExit code = TOOL_DONE;
    for (int c = 0; c != EOF && !causeway_script_ended(s->script);) {
        c = fgetc(stdin);
        if (c != EOF) base_text_char(&text, (char)c);
        if ((c != '\n' && c != EOF) || !text.n) continue;
        if (c != EOF && causeway_script_is_open(base_text_str(&text), text.n)) continue;
        ToolExit one = causeway_script_run(s->script, "<input>", base_text_str(&text), text.n);
        if (code == TOOL_DONE) code = one;
        base_text_free(&text);
    }
    base_text_free(&text);
    return code;
}

ToolExit tool_shell(ToolRun *r) {
    ToolShell s;
    ToolExit code = TOOL_DONE;
    if (!tool_shell_open(r, true, &s)) return TOOL_USAGE;
    for (size_t i = 0; i < r->options->words.n && code == TOOL_DONE; i++) {
        const char *path = r->options->words.at[i];
        Text text = {0};
        base_text_add(&text, "loadFile(");
        base_text_json(&text, path, strlen(path));
        base_text_char(&text, ')');
        code = ses_ends_with(path, ".mos") ? causeway_script_run_file(s.script, path)
                                           : causeway_script_run(s.script, path, base_text_str(&text), text.n);
        base_text_free(&text);
    }
    if (code == TOOL_DONE && isatty(STDIN_FILENO)) talk(&s);
    else if (code == TOOL_DONE) code = read_lines(&s);
    tool_shell_close(&s);
    return code;
}
