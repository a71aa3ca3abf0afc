/* cmd_classic.c - `causeway classic [SCRIPT]`: the shell of classic Dymola. */
#include "tools/tools.h"

#include <errno.h>
#include <editline/readline.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "classic/classic.h"

static bool plot(void *arg, const char *path, char **names, size_t n) {
    ToolRun *outer = arg;
    ToolOptions o = *outer->options;
    memset(&o.words, 0, sizeof o.words);
    vec_push(&o.words, base_strdup(&outer->ctx->arena, path));
    const char *last = names[n - 1];
    if (n > 1 && (ses_ends_with(last, ".svg") || ses_ends_with(last, ".png") || ses_ends_with(last, ".pdf"))) {
        o.output = last;
        n--;
    }
    for (size_t i = 0; i < n; i++) vec_push(&o.words, names[i]);
    ToolRun run = {.ctx = outer->ctx, .options = &o, .stats.began = base_seconds()};
    ToolExit code = tool_plot(&run);
    vec_free(&o.words);
    return code == TOOL_DONE;
}

static bool compare(void *arg, const char *path, const char *reference) {
    ToolRun *outer = arg;
    ToolOptions o = *outer->options;
    memset(&o.words, 0, sizeof o.words);
    vec_push(&o.words, base_strdup(&outer->ctx->arena, path));
    vec_push(&o.words, base_strdup(&outer->ctx->arena, reference));
    ToolRun run = {.ctx = outer->ctx, .options = &o, .stats.began = base_seconds()};
    ToolExit code = tool_compare(&run);
    vec_free(&o.words);
    return code == TOOL_DONE;
}

/* Line editing keeps its state in the library: the session that completion asks is the only one of the process. */
static Classic *completing;

static char *next_completion(const char *text, int state) {
    static const char **words;
    if (state == 0) words = cls_complete(completing, text);
    return *words ? strdup(*words++) : NULL; /* the library frees it */
}

static char **complete(const char *text, int start, int end) {
    (void)end;
    rl_attempted_completion_over = 1; /* no file names but behind @ */
    bool file = start > 0 && rl_line_buffer[start - 1] == '@';
    return rl_completion_matches(text, file ? rl_filename_completion_function : next_completion);
}

static void talk(Classic *c) {
    completing = c;
    rl_readline_name = "causeway";
    rl_attempted_completion_function = complete;
    using_history();
    printf("Classic Dymola in causeway %s. `help` lists the commands, `stop` ends the session.\n", causeway_version());
    for (bool go_on = true; go_on;) {
        char *line = readline(cls_prompt(c));
        if (!line) break;
        if (*line) add_history(line);
        go_on = cls_line(c, line);
        free(line);
    }
}

static void read_lines(Classic *c, FILE *in) {
    Text t = {0};
    bool go_on = true;
    for (int ch; go_on && (ch = fgetc(in)) != EOF;) {
        if (ch != '\n') {
            base_text_char(&t, (char)ch);
            continue;
        }
        go_on = cls_line(c, base_text_str(&t));
        t.n = 0;
        if (t.at) t.at[0] = 0;
    }
    if (go_on && t.n) cls_line(c, base_text_str(&t));
    base_text_free(&t);
}

static void watch(Runtime *rt, const RtOptions *o) { tool_watch(rt, o, false); }

ToolExit tool_classic(ToolRun *r) {
    ClassicHost host = {.arg = r, .plot = plot, .compare = compare, .watch = watch};
    Classic *c = cls_new(r->ctx, &host, stdout, stderr);
    bool read = true;
    if (r->options->words.n) {
        const char *path = r->options->words.at[0];
        read = cls_file(c, path);
        if (!read) base_error(r->ctx, "TOOL0005", (Span){0}, "cannot read %s: %s", path, strerror(errno));
    } else if (isatty(STDIN_FILENO)) {
        talk(c);
    } else {
        read_lines(c, stdin);
    }
    bool failed = cls_failed(c);
    cls_free(c);
    return !read ? TOOL_USAGE : failed ? TOOL_INVALID : TOOL_DONE;
}
