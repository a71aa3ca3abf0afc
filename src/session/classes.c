/* classes.c - where classes come from, and which one a word means. */
#include "session/session_impl.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

bool ses_ends_with(const char *s, const char *end) {
    size_t n = strlen(s), m = strlen(end);
    return n >= m && strcmp(s + n - m, end) == 0;
}

causeway_status ses_model_error(const Context *ctx) {
    size_t errors = base_error_count(ctx);
    return errors && base_unsupported_count(ctx) == errors ? CAUSEWAY_UNTRANSLATABLE : CAUSEWAY_INVALID;
}

static bool is_readable(const SesRequest *asked, const char *path) {
    for (size_t i = 0; i < asked->texts.n; i++)
        if (strcmp(asked->texts.at[i].path, path) == 0) return true;
    return access(path, R_OK) == 0;
}

/* A package's folder, or a file that may hold text.  A program or a result that is called like the class it was made
 * from, which other tools leave behind, is not what the word means, nor is a folder around the library. */
static bool may_be_text(const SesRequest *asked, const char *path) {
    char head[512];
    struct stat st;
    if (!is_readable(asked, path)) return false;
    bool there = stat(path, &st) == 0;
    if (there && S_ISDIR(st.st_mode)) {
        Text package = {0};
        base_text_printf(&package, "%s/package.mo", path);
        bool is_package = access(base_text_str(&package), R_OK) == 0;
        base_text_free(&package);
        return is_package;
    }
    FILE *f = there && S_ISREG(st.st_mode) ? fopen(path, "rb") : NULL;
    size_t n = f ? fread(head, 1, sizeof head, f) : 0;
    if (f) fclose(f);
    return !memchr(head, 0, n);
}

bool ses_is_file(const SesRequest *asked, const char *word) {
    if (ses_is_fmu(word) || ses_ends_with(word, ".ssp")) return is_readable(asked, word); /* archives are no text */
    return ses_ends_with(word, ".mo") || ses_ends_with(word, ".dae") || strchr(word, '/') || may_be_text(asked, word);
}

const char *ses_split_word(Context *ctx, const SesRequest *asked, const char *word, const char **modifiers) {
    size_t n = strlen(word);
    *modifiers = NULL;
    while (n && strchr(" \t\n", word[n - 1])) n--;
    if (!n || word[n - 1] != ')' || is_readable(asked, word)) return word;
    bool quoted = false;
    for (size_t i = 0; i < n; i++) {
        if (word[i] == '\'') quoted = !quoted;
        if (quoted || word[i] != '(') continue;
        *modifiers = base_strndup(&ctx->arena, word + i, n - i);
        for (n = i; n && strchr(" \t\n", word[n - 1]);) n--;
        return base_strndup(&ctx->arena, word, n);
    }
    return word;
}

/* The class that comes last in a file; NULL after a report. */
static LibClass *load_file(Context *ctx, const SesRequest *asked, LibTree *lib, const char *path,
                           causeway_status *code) {
    size_t errors = base_error_count(ctx);
    LibClass *last = is_readable(asked, path) ? lib_load_file(lib, path) : NULL;
    *code = last ? CAUSEWAY_OK : CAUSEWAY_INVALID;
    if (!last && base_error_count(ctx) == errors) {
        base_error(ctx, "TOOL0005", (Span){0}, "cannot read %s: %s", path, strerror(errno ? errno : ENOENT));
        *code = CAUSEWAY_USAGE;
    }
    if (base_error_count(ctx) == errors) return last;
    if (last) *code = ses_model_error(ctx); /* it was read, but something in its file is wrong */
    return NULL;
}

typedef VEC(LibClass *) VecClass;

/* A folder of files that are no package, as teaching material often is. */
static bool is_loose_folder(Context *ctx, const char *word) {
    return base_is_folder(word) && access(base_sprintf(&ctx->arena, "%s/package.mo", word), F_OK) != 0;
}

static int by_name(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }

/* All of its Modelica files, whatever they are called: the class that comes last in each. */
static bool load_folder(Context *ctx, const SesRequest *asked, LibTree *lib, const char *path, causeway_status *code,
                        VecClass *classes) {
    VecStr files = {0};
    DIR *dir = opendir(path);
    for (struct dirent *d; dir && (d = readdir(dir));)
        if (ses_ends_with(d->d_name, ".mo") && d->d_name[0] != '.')
            vec_push(&files, base_sprintf(&ctx->arena, "%s/%s", path, d->d_name));
    if (dir) closedir(dir);
    if (files.n) qsort(files.at, files.n, sizeof *files.at, by_name);
    bool ok = files.n > 0;
    if (!ok) base_error(ctx, "TOOL0005", (Span){0}, "%s holds no Modelica files", path);
    for (size_t i = 0; ok && i < files.n; i++) {
        LibClass *last = load_file(ctx, asked, lib, files.at[i], code);
        ok = last != NULL;
        if (ok) vec_push(classes, last);
    }
    vec_free(&files);
    return ok;
}

static bool is_model(const SynClass *s) {
    bool kind = s->restriction == SYN_MODEL || s->restriction == SYN_BLOCK || s->restriction == SYN_CLASS;
    return kind && !(s->prefixes & SYN_PARTIAL_CLASS);
}

/* The model of a folder that was named alone: the only one that says how it is to be run, or the only one. */
static LibClass *model_of_folder(Context *ctx, const SesRequest *asked, LibTree *lib, const char *path,
                                 causeway_status *code) {
    VecClass classes = {0};
    Text names = {0};
    LibClass *found[2] = {0}; /* any; with an experiment annotation */
    size_t n[2] = {0};
    bool ok = load_folder(ctx, asked, lib, path, code, &classes);
    for (size_t i = 0; ok && i < classes.n; i++) {
        LibClass *cls = classes.at[i];
        const SynClass *syn = lib_syn(cls);
        if (!syn || !is_model(syn)) continue;
        bool runs = syn_annotation(syn->annotation, ctx->names, "experiment") != NULL;
        for (int k = 0; k <= (int)runs; k++) found[k] = cls, n[k]++;
        base_text_printf(&names, "%s%s", names.n ? ", " : "", base_str(ctx->names, cls->name));
    }
    LibClass *one = n[1] == 1 ? found[1] : n[0] == 1 ? found[0] : NULL;
    if (ok && !one) {
        Diag *d = base_error(ctx, "TOOL0005", (Span){0}, "the folder %s holds %zu models: say which one", path, n[0]);
        if (n[0]) base_hint(ctx, d, "name it behind the folder: %s", base_text_str(&names));
        *code = CAUSEWAY_USAGE;
    }
    base_text_free(&names);
    vec_free(&classes);
    return one;
}

LibTree *ses_open_libraries(Context *ctx, const SesRequest *asked, causeway_status *code) {
    LibTree *lib = lib_new(ctx);
    bool ok = true;
    *code = CAUSEWAY_USAGE;
    for (size_t i = 0; i < asked->texts.n; i++)
        base_source_overlay(ctx->sources, asked->texts.at[i].path, asked->texts.at[i].text, asked->texts.at[i].n);
    for (size_t i = 0; i < asked->libraries.n; i++) ok &= lib_add_path(lib, asked->libraries.at[i]);
    if (!asked->no_default_libraries) lib_add_default_paths(lib);
    for (size_t i = 0; i < asked->versions.n; i++) {
        size_t n = strcspn(asked->versions.at[i], " ");
        lib_use_version(lib, base_intern(ctx->names, asked->versions.at[i], n), asked->versions.at[i] + n + 1);
    }
    const char *modifiers, *subject = asked->subject ? ses_split_word(ctx, asked, asked->subject, &modifiers) : "";
    for (size_t i = 0; ok && i < asked->files.n; i++) {
        if (strcmp(asked->files.at[i], subject) == 0) continue; /* read when it is looked for */
        bool loose = is_loose_folder(ctx, asked->files.at[i]);
        ok = loose || ses_is_file(asked, asked->files.at[i]);
        if (loose) {
            VecClass classes = {0};
            ok = load_folder(ctx, asked, lib, asked->files.at[i], code, &classes);
            vec_free(&classes);
        } else if (ok) {
            ok = load_file(ctx, asked, lib, asked->files.at[i], code) != NULL;
        } else {
            Diag *d = base_error(ctx, "TOOL0004", (Span){0}, "too many words: %s is no file", asked->files.at[i]);
            base_hint(ctx, d, "one model at a time; files that it needs may stand in front of it");
        }
    }
    if (ok) return lib;
    lib_free(lib);
    return NULL;
}

static void refuse_model(Context *ctx, LibTree *lib, const char *word) {
    /* The longest part of the path that exists tells where the name goes wrong. */
    LibClass *parent = NULL;
    const char *rest = word;
    for (const char *dot; (dot = strchr(rest, '.')) != NULL; rest = dot + 1) {
        LibClass *next = lib_find(lib, parent, base_intern(ctx->names, rest, (size_t)(dot - rest)));
        if (!next) break;
        parent = next;
    }
    const char *name = base_strndup(&ctx->arena, rest, strcspn(rest, "."));
    const char *near = lib_nearest(lib, parent, name);
    const char *now = parent ? lib_renamed_class(lib, lib_top(parent), word) : NULL;
    const char *file = base_sprintf(&ctx->arena, "%s.mo", name);
    bool stored = !parent && access(file, R_OK) == 0; /* the folder we are in is searched only when it is named */
    Diag *d = base_error(ctx, "TOOL0005", (Span){0}, "there is no class %s", word);
    if (now)
        base_hint(ctx, d, "did you mean %s? %s %s calls it so", now, base_str(ctx->names, lib_top(parent)->name),
                  lib_version(lib_top(parent)) ? lib_version(lib_top(parent)) : "");
    else if (stored && strcmp(name, word) == 0) base_hint(ctx, d, "did you mean the file %s?", file);
    else if (stored) base_hint(ctx, d, "did you mean the file %s, and %s in it: %s %s?", file, word, file, word);
    else if (near && parent) base_hint(ctx, d, "did you mean %.*s%s?", (int)(rest - word), word, near);
    else if (near) base_hint(ctx, d, "did you mean %s?", near);
    else if (!parent)
        base_hint(ctx, d,
                  "no library %s was found: causeway install %s --from WHERE installs it, -L DIR names a folder that "
                  "holds it",
                  name, name);
    else base_hint(ctx, d, "%.*s has no class %s", (int)(rest - word - 1), word, name);
}

LibClass *ses_find_class(Context *ctx, const SesRequest *asked, LibTree *lib, const char *word, causeway_status *code) {
    if (strchr(word, '/') && is_loose_folder(ctx, word)) return model_of_folder(ctx, asked, lib, word, code);
    if (ses_is_file(asked, word)) return load_file(ctx, asked, lib, word, code);
    size_t errors = base_error_count(ctx);
    LibClass *cls = lib_find_path(lib, word);
    if (cls) lib_syn(cls);
    *code = cls ? CAUSEWAY_OK : CAUSEWAY_USAGE;
    if (base_error_count(ctx) > errors) { /* a file on the way, or its own, is wrong: that is the message */
        *code = ses_model_error(ctx);
        return NULL;
    }
    if (!cls) refuse_model(ctx, lib, word);
    return cls;
}
