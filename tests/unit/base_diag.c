/* Source files, positions, diagnostics in text and JSON, nearest words. */
#include "base/base.h"
#include "test.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* What a flush prints. */
static const char *flushed(Context *c) {
    char *text = NULL;
    size_t n = 0;
    FILE *f = open_memstream(&text, &n);
    base_diag_flush(c, f);
    fclose(f);
    const char *copy = base_strdup(&c->arena, text);
    free(text);
    return copy;
}

static void check_text(const char *got, const char *want, int line) {
    bool ok = strcmp(got, want) == 0;
    check_at(ok, __FILE__, line, "text differs", "");
    if (!ok) printf("--- got\n%s--- want\n%s", got, want);
}
#define CHECK_TEXT(got, want) check_text(got, want, __LINE__)

static void test_sources(void) {
    Context *c = base_context_new();
    errno = 0;
    CHECK(base_source_open(c->sources, "/no/such/file.mo") == 0 && errno == ENOENT);
    CHECK(base_source_open(c->sources, "/") == 0 && errno == EISDIR);
    size_t sizes[] = {0, 10, 4096, 65536, 65537, 200000};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        char path[] = "/tmp/causeway_base_XXXXXX";
        int fd = mkstemp(path);
        char *text = base_realloc(NULL, sizes[i] + 1);
        memset(text, 'x', sizes[i]);
        CHECK(write(fd, text, sizes[i]) == (ssize_t)sizes[i]);
        close(fd);
        SourceId id = base_source_open(c->sources, path);
        const Source *s = base_source(c->sources, id);
        CHECK(id && s->n == sizes[i] && s->text[s->n] == 0 && strlen(s->text) == s->n);
        CHECK(base_source_open(c->sources, path) == id && strcmp(s->path, path) == 0);
        unlink(path);
        base_realloc(text, 0);
    }
    SourceId id = base_source_string(c->sources, "s.mo",
                                     "ab\nc\xC3\xA4"
                                     "d\r\ne\rf",
                                     12);
    int line, column;
    base_source_position(c->sources, id, 6, &line, &column);
    CHECK(line == 2 && column == 3);
    base_source_position(c->sources, id, 9, &line, &column);
    CHECK(line == 3 && column == 1);
    base_source_position(c->sources, id, 11, &line, &column);
    CHECK(line == 4 && column == 1);
    base_source_position(c->sources, id, 999, &line, &column);
    CHECK(line == 4 && column == 2);
    base_context_free(c);
}

static const char model[] = "model Tank\n  Real level;\nequation\n\tder(leve) = 1;\nend Tank;\n";

static void test_text(void) {
    Context *c = base_context_new();
    SourceId id = base_source_string(c->sources, "tank.mo", model, sizeof model - 1);
    Span wrong = {id, 39, 43}, decl = {id, 18, 23};
    Diag *d = base_error(c, "INST0004", wrong, "no component named '%s'", "leve");
    base_note(c, d, decl, "declared here");
    base_note(c, d, (Span){0}, "plain");
    base_instance(c, d, "plant.tank");
    base_hint(c, d, "did you mean '%s'?", "level");
    base_error(c, "INST0004", wrong, "no component named '%s'", "leve");
    CHECK(base_error_count(c) == 1);
    CHECK_TEXT(flushed(c), "tank.mo:4:6: error[INST0004]: no component named 'leve'\n"
                           "     4 |  der(leve) = 1;\n"
                           "       |      ^~~~\n"
                           "tank.mo:2:8: note: declared here\n"
                           "     2 |   Real level;\n"
                           "       |        ^~~~~\n"
                           "  note: plain\n"
                           "  in instance plant.tank\n"
                           "  hint: did you mean 'level'?\n");
    CHECK_TEXT(flushed(c), "");
    base_error(c, "INST0004", wrong, "no component named '%s'", "leve");
    CHECK_TEXT(flushed(c), "");
    base_warning(c, "TOOL0001", (Span){0}, "nowhere");
    base_error(c, "SYN0001", (Span){id, 9999, 9999}, "end of file");
    CHECK_TEXT(flushed(c), "causeway: warning[TOOL0001]: nowhere\n"
                           "tank.mo:6:1: error[SYN0001]: end of file\n"
                           "     6 | \n"
                           "       | ^\n");
    c->colour = true;
    base_error(c, "SYN0002", decl, "red");
    CHECK(strstr(flushed(c), "\033[1;31merror[SYN0002]:\033[0m red"));
    base_context_free(c);
}

static void test_json(void) {
    Context *c = base_context_new();
    c->format = DIAG_JSON;
    SourceId id = base_source_string(c->sources, "tank.mo", model, sizeof model - 1);
    Diag *d = base_error(c, "INST0004", (Span){id, 39, 43}, "no \"leve\"");
    base_note(c, d, (Span){id, 18, 23}, "here");
    base_hint(c, d, "level");
    CHECK_TEXT(flushed(c),
               "{\"severity\":\"error\",\"code\":\"INST0004\",\"message\":\"no \\\"leve\\\"\",\"file\":\"tank.mo\","
               "\"line\":4,\"column\":6,\"endLine\":4,\"endColumn\":10,\"hint\":\"level\",\"notes\":[{"
               "\"message\":\"here\",\"file\":\"tank.mo\",\"line\":2,\"column\":8,\"endLine\":2,\"endColumn\":13}]}\n");
    base_context_free(c);
}

static void test_cap_and_rollback(void) {
    Context *c = base_context_new();
    c->max_errors = 3;
    for (int i = 0; i < 10; i++) base_error(c, "SYN0001", (Span){0}, "error %d", i);
    CHECK(base_error_count(c) == 10);
    const char *text = flushed(c);
    CHECK(strstr(text, "error 2") && !strstr(text, "error 3\n") && strstr(text, "7 more errors not shown\n"));
    base_context_free(c);

    c = base_context_new();
    base_error(c, "SYN0001", (Span){0}, "kept");
    size_t mark = base_diag_mark(c);
    for (int i = 0; i < 50; i++) base_error(c, "SYN0001", (Span){0}, "error %d", i);
    base_unsupported(c, "SYN0002", (Span){0}, "not yet");
    CHECK(base_unsupported_count(c) == 1);
    base_diag_rollback(c, mark);
    CHECK(base_error_count(c) == 1 && base_unsupported_count(c) == 0);
    base_error(c, "SYN0001", (Span){0}, "error 7");
    CHECK_TEXT(flushed(c), "causeway: error[SYN0001]: kept\ncauseway: error[SYN0001]: error 7\n");
    base_diag_clear(c);
    CHECK(base_error_count(c) == 0);
    base_error(c, "SYN0001", (Span){0}, "kept");
    CHECK_TEXT(flushed(c), "causeway: error[SYN0001]: kept\n");
    base_context_free(c);
}

/* Noise and endless lines print short and harmless. */
static void test_noise(void) {
    Context *c = base_context_new();
    char noise[5000];
    for (size_t i = 0; i < sizeof noise; i++) noise[i] = (char)(i * 7 % 251 == '\n' ? 'n' : i * 7 % 251);
    SourceId id = base_source_string(c->sources, "noise.mo", noise, sizeof noise);
    base_error(c, "SYN0001", (Span){id, 2500, 4000}, "noise");
    const char *text = flushed(c);
    CHECK(strlen(text) < 700);
    size_t control_bytes = 0;
    for (const char *p = text; *p; p++) control_bytes += (unsigned char)*p < 0x20 && *p != '\n';
    CHECK(control_bytes == 0);
    base_context_free(c);
}

static void test_nearest(void) {
    const char *words[] = {"level", "flow", "pressure", "temperature", "R"};
    CHECK(strcmp(base_nearest("leve", words, 5), "level") == 0);
    CHECK(strcmp(base_nearest("preussre", words, 5), "pressure") == 0);
    CHECK(strcmp(base_nearest("Temprature", words, 5), "temperature") == 0);
    CHECK(strcmp(base_nearest("r", words, 5), "R") == 0);
    CHECK(base_nearest("voltage", words, 5) == NULL);
    CHECK(base_nearest("x", words, 5) == NULL);
}

int main(void) {
    test_sources();
    test_text();
    test_json();
    test_cap_and_rollback();
    test_noise();
    test_nearest();
    return test_done();
}
