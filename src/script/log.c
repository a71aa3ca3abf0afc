/* log.c - a session as an HTML page: commands, answers, messages, pictures.  The page refers to nothing outside it. */
#include "script/script_impl.h"

#include <errno.h>
#include <string.h>

struct ScrLog {
    FILE *file;
    Text pictures; /* of the command that is being carried out */
};

static void put(FILE *f, const char *text, size_t n) {
    for (size_t i = 0; i < n; i++) {
        unsigned char c = (unsigned char)text[i];
        if (c == '&') fputs("&amp;", f);
        else if (c == '<') fputs("&lt;", f);
        else if (c == '>') fputs("&gt;", f);
        else if (c >= ' ' || c == '\n' || c == '\t') fputc(c, f);
    }
}

struct ScrLog *scr_log_open(const char *path) {
    FILE *f = fopen(path, "w");
    if (!f) return NULL;
    struct ScrLog *l = base_realloc(NULL, sizeof *l);
    *l = (struct ScrLog){.file = f};
    fputs(
        "<!DOCTYPE html><meta charset=utf-8><title>causeway session</title><style>body{font:15px sans-serif;max-width:"
        "60em;margin:2em auto;padding:0 1em}pre{margin:.3em 0;white-space:pre-wrap}.c{background:#eef2f7;padding:.4em "
        ".6em;border-left:3px solid #4a7;margin-top:1em}.e{color:#a00}svg{max-width:100%;height:auto}</style>\n",
        f);
    return l;
}

static void block(struct ScrLog *l, const char *kind, const char *text, size_t n) {
    if (!n) return;
    fprintf(l->file, "<pre class=%s>", kind);
    put(l->file, text, n);
    fputs("</pre>\n", l->file);
}

void scr_log_command(struct ScrLog *l, const char *text, size_t n, const char *answer, const char *errors) {
    block(l, "c", text, n);
    block(l, "a", answer, strlen(answer));
    block(l, "e", errors, strlen(errors));
    if (l->pictures.n) fwrite(l->pictures.at, 1, l->pictures.n, l->file);
    base_text_free(&l->pictures);
    fflush(l->file); /* what was done stays when the process is ended */
}

/* An SVG file without what stands in front of its root element. */
void scr_log_picture(struct ScrLog *l, const char *path) {
    FILE *f = fopen(path, "r");
    if (!f) return;
    size_t from = l->pictures.n;
    for (int c; (c = fgetc(f)) != EOF;) base_text_char(&l->pictures, (char)c);
    fclose(f);
    const char *root = l->pictures.n > from ? strstr(l->pictures.at + from, "<svg") : NULL;
    if (!root) return;
    size_t cut = (size_t)(root - l->pictures.at) - from;
    memmove(l->pictures.at + from, root, l->pictures.n - from - cut + 1);
    l->pictures.n -= cut;
}

void scr_log_close(struct ScrLog *l) {
    fclose(l->file);
    base_text_free(&l->pictures);
    base_realloc(l, 0);
}
