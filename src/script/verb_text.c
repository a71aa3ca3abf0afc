/* verb_text.c - verbs about texts, files, the script itself and the system around it. */
#include "script/script_impl.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <regex.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* ---- the script -------------------------------------------------------------------------------------------------- */

SCR_VERB(scr_v_getErrorString) {
    scr_gather(c->s);
    ScrValue *v = scr_string(c->s, base_text_str(&c->s->errors));
    base_text_free(&c->s->errors);
    return v;
}

SCR_VERB(scr_v_clearMessages) {
    scr_gather(c->s);
    base_text_free(&c->s->errors);
    return scr_boolean(c->s, true);
}

SCR_VERB(scr_v_echo) {
    c->s->echo = scr_flag(c, 0, true);
    return scr_boolean(c->s, c->s->echo);
}

SCR_VERB(scr_v_print) {
    scr_say(c->s, scr_text_of(c, 0) ? scr_text_of(c, 0) : "");
    return scr_nothing(c->s);
}

SCR_VERB(scr_v_exit) {
    c->s->ended = true;
    return scr_nothing(c->s);
}

SCR_VERB(scr_v_runScript) {
    Text answers = {0}, *outer = c->s->captured;
    c->s->captured = &answers;
    causeway_status code = scr_run_file(c->s, scr_text_of(c, 0));
    c->s->captured = outer;
    ScrValue *v = scr_string(c->s, code == CAUSEWAY_USAGE ? "Failed" : base_text_str(&answers));
    base_text_free(&answers);
    return v;
}

/* help() lists the verbs, help("val") says how one is called. */
SCR_VERB(scr_v_help) {
    size_t n;
    const ScrVerb *verbs = scr_verbs(&n);
    const char *about = scr_text_of(c, 0);
    Text t = {0};
    for (size_t i = 0; i < n; i++) {
        if (verbs[i].name[0] == '\'' || (about && strncmp(verbs[i].name, about, strlen(about)) != 0)) continue;
        if (t.n) base_text_char(&t, '\n');
        scr_usage(&verbs[i], &t);
    }
    ScrValue *v = scr_string(c->s, base_text_str(&t));
    base_text_free(&t);
    return v;
}

SCR_VERB(scr_v_getVersion) { return scr_string(c->s, base_sprintf(&c->s->scratch, "causeway %s", causeway_version())); }

/* Options of another compiler have no meaning here: they are taken, and change nothing. */
SCR_VERB(scr_v_accept) {
    if (c->at[0] && c->at[0]->kind == SCR_ARRAY) {
        ScrValue *a = scr_array(c->s, SCR_BOOLEAN, c->at[0]->n);
        for (size_t i = 0; i < a->n; i++) a->items[i] = scr_boolean(c->s, true);
        return a;
    }
    return scr_boolean(c->s, true);
}

SCR_VERB(scr_v_code) {
    ScrValue *v = scr_string(c->s, scr_text_of(c, 0));
    v->kind = SCR_CODE;
    return v;
}

SCR_VERB(scr_v_typeOf) {
    Text t = {0};
    ScrVariable *v = scr_find(c->s, scr_text_of(c, 0));
    if (v) scr_print_type(v->value, &t);
    ScrValue *made = scr_string(c->s, base_text_str(&t));
    base_text_free(&t);
    return made;
}

/* ---- texts ------------------------------------------------------------------------------------------------------- */

SCR_VERB(scr_v_stringTypeName) { return scr_name(c->s, scr_text_of(c, 0)); }
SCR_VERB(scr_v_typeNameString) { return scr_string(c->s, scr_text_of(c, 0)); }

SCR_VERB(scr_v_typeNameStrings) {
    Text whole = {0};
    base_text_add(&whole, scr_text_of(c, 0));
    VecStr parts = {0};
    char *rest = NULL;
    for (char *p = strtok_r(whole.at, ".", &rest); p; p = strtok_r(NULL, ".", &rest)) vec_push(&parts, p);
    ScrValue *a = scr_strings(c->s, (const char *const *)parts.at, parts.n);
    vec_free(&parts);
    base_text_free(&whole);
    return a;
}

SCR_VERB(scr_v_stringLength) { return scr_integer(c->s, (int64_t)strlen(scr_text_of(c, 0))); }

SCR_VERB(scr_v_stringReplace) {
    Text t = {0};
    const char *text = scr_text_of(c, 0), *old = scr_text_of(c, 1), *with = scr_text_of(c, 2);
    for (const char *hit; *old && (hit = strstr(text, old)) != NULL; text = hit + strlen(old)) {
        base_text_addn(&t, text, (size_t)(hit - text));
        base_text_add(&t, with);
    }
    base_text_add(&t, text);
    ScrValue *v = scr_string(c->s, base_text_str(&t));
    base_text_free(&t);
    return v;
}

/* Pieces between any of the characters; those that are empty do not count for strtok. */
static ScrValue *pieces(ScrCall *c, bool empty_too) {
    const char *text = scr_text_of(c, 0), *between = scr_text_of(c, 1);
    VecStr parts = {0};
    while (*text || (empty_too && parts.n)) {
        size_t n = strcspn(text, between);
        if (n || empty_too) vec_push(&parts, base_strndup(&c->s->scratch, text, n));
        text += n;
        if (!*text) break;
        text++;
    }
    ScrValue *a = scr_strings(c->s, (const char *const *)parts.at, parts.n);
    vec_free(&parts);
    return a;
}

SCR_VERB(scr_v_strtok) { return pieces(c, false); }
SCR_VERB(scr_v_stringSplit) { return pieces(c, true); }

static bool compile_regex(ScrCall *c, regex_t *re, const char *pattern, bool extended, bool insensitive) {
    int code = regcomp(re, pattern, (extended ? REG_EXTENDED : 0) | (insensitive ? REG_ICASE : 0));
    if (code == 0) return true;
    char why[200];
    regerror(code, re, why, sizeof why);
    scr_error(c->s, "SCR0004", c->call->span, "not a regular expression: %s: %s", pattern, why);
    return false;
}

/* (number of matches, {the match, its groups}) */
SCR_VERB(scr_v_regex) {
    enum { MOST = 100 };
    regex_t re;
    regmatch_t found[MOST];
    double most = isnan(scr_number(c->at[2])) ? 1 : scr_number(c->at[2]);
    size_t n = most < 0 ? 0 : most > MOST ? MOST : (size_t)most, hits = 0;
    const char *text = scr_text_of(c, 0);
    ScrValue *r = scr_tuple(c->s, 2), *list = scr_array(c->s, SCR_STRING, n);
    bool ok = compile_regex(c, &re, scr_text_of(c, 1), scr_flag(c, 3, true), scr_flag(c, 4, false));
    bool match = ok && regexec(&re, text, n, found, 0) == 0;
    for (size_t i = 0; i < n; i++) {
        bool group = match && found[i].rm_so >= 0;
        hits += group;
        list->items[i] = scr_string(
            c->s, group ? base_strndup(&c->s->scratch, text + found[i].rm_so, (size_t)(found[i].rm_eo - found[i].rm_so))
                        : "");
    }
    if (ok) regfree(&re);
    r->items[0] = scr_integer(c->s, (int64_t)hits);
    r->items[1] = list;
    return r;
}

static bool matches(ScrCall *c, const char *pattern) {
    regex_t re;
    if (!compile_regex(c, &re, pattern, scr_flag(c, 2, true), scr_flag(c, 3, false))) return false;
    bool match = regexec(&re, scr_text_of(c, 0), 0, NULL, 0) == 0;
    regfree(&re);
    return match;
}

/* Over a list of patterns: an answer for each. */
SCR_VERB(scr_v_regexBool) {
    if (c->at[1]->kind != SCR_ARRAY) return scr_boolean(c->s, matches(c, scr_text_of(c, 1)));
    ScrValue *a = scr_array(c->s, SCR_BOOLEAN, c->at[1]->n);
    for (size_t i = 0; i < a->n; i++)
        a->items[i] = scr_boolean(c->s, c->at[1]->items[i]->text && matches(c, c->at[1]->items[i]->text));
    return a;
}

/* ---- files ------------------------------------------------------------------------------------------------------- */

static ScrValue *unreadable(ScrCall *c, const char *verb, const char *path) {
    return scr_error(c->s, "SCR0001", c->call->span, "cannot %s %s: %s", verb, path, strerror(errno));
}

SCR_VERB(scr_v_readFile) {
    Context *ctx = base_context_new();
    SourceId id = base_source_open(ctx->sources, scr_text_of(c, 0));
    ScrValue *v = id ? scr_string(c->s, base_source(ctx->sources, id)->text) : unreadable(c, "read", scr_text_of(c, 0));
    base_context_free(ctx);
    return v;
}

static bool write_text(ScrCall *c, const char *path, const char *text, bool append) {
    FILE *f = fopen(path, append ? "a" : "w");
    bool ok = f && fputs(text, f) >= 0;
    if (f && fclose(f) != 0) ok = false;
    if (!ok) unreadable(c, "write", path);
    return ok;
}

SCR_VERB(scr_v_writeFile) {
    return scr_boolean(c->s, write_text(c, scr_text_of(c, 0), scr_text_of(c, 1), scr_flag(c, 2, false)));
}

/* write(value, "file") and read("file") of the 2002 environment: a value as text, and back with its type. */
SCR_VERB(scr_v_write) {
    bool swapped = c->at[0]->kind == SCR_STRING && c->at[1]->kind != SCR_STRING;
    const ScrValue *v = c->at[swapped ? 1 : 0], *path = c->at[swapped ? 0 : 1];
    if (path->kind != SCR_STRING) return scr_error(c->s, "SCR0002", c->call->span, "write needs a value and a file");
    Text t = {0};
    scr_print(v, &t);
    base_text_char(&t, '\n');
    bool ok = write_text(c, path->text, base_text_str(&t), false);
    base_text_free(&t);
    return scr_boolean(c->s, ok);
}

SCR_VERB(scr_v_read) {
    ScrValue *text = scr_v_readFile(c);
    return text ? scr_evaluate_text(c->s, text->text) : NULL;
}

SCR_VERB(scr_v_deleteFile) {
    struct stat st;
    const char *path = scr_text_of(c, 0);
    bool ok = lstat(path, &st) == 0 && remove(path) == 0;
    if (!ok) unreadable(c, "remove", path);
    return scr_boolean(c->s, ok);
}

SCR_VERB(scr_v_mkdir) {
    struct stat st;
    const char *path = scr_text_of(c, 0);
    bool ok = mkdir(path, 0777) == 0 || (stat(path, &st) == 0 && S_ISDIR(st.st_mode));
    if (!ok) unreadable(c, "make", path);
    return scr_boolean(c->s, ok);
}

SCR_VERB(scr_v_regularFileExists) {
    struct stat st;
    return scr_boolean(c->s, stat(scr_text_of(c, 0), &st) == 0 && S_ISREG(st.st_mode));
}

SCR_VERB(scr_v_directoryExists) {
    struct stat st;
    return scr_boolean(c->s, stat(scr_text_of(c, 0), &st) == 0 && S_ISDIR(st.st_mode));
}

SCR_VERB(scr_v_cd) {
    const char *to = scr_text_of(c, 0);
    char folder[4096];
    if (to && *to && chdir(to) != 0) return unreadable(c, "go to", to);
    if (!getcwd(folder, sizeof folder)) return unreadable(c, "name", "this folder");
    return scr_string(c->s, folder);
}

SCR_VERB(scr_v_basename) {
    const char *path = scr_text_of(c, 0), *slash = strrchr(path, '/');
    return scr_string(c->s, slash ? slash + 1 : path);
}

SCR_VERB(scr_v_dirname) {
    const char *path = scr_text_of(c, 0), *slash = strrchr(path, '/');
    return scr_string(c->s, !slash          ? "."
                            : slash == path ? "/"
                                            : base_strndup(&c->s->scratch, path, (size_t)(slash - path)));
}

SCR_VERB(scr_v_realpath) {
    char *real = realpath(scr_text_of(c, 0), NULL);
    ScrValue *v = real ? scr_string(c->s, real) : unreadable(c, "find", scr_text_of(c, 0));
    free(real); /* of the C library */
    return v;
}

SCR_VERB(scr_v_uriToFilename) {
    LibTree *lib = ses_browse(c->s->session);
    const char *path = lib ? lib_resource(lib, scr_text_of(c, 0)) : NULL;
    return scr_string(c->s, path ? path : "");
}

/* ---- the system -------------------------------------------------------------------------------------------------- */

SCR_VERB(scr_v_system) {
    if (!c->s->options.allow_system)
        return scr_error(c->s, "SCR0008", c->call->span,
                         "this script wants to run a command of the system; --allow-system permits it");
    int code = system(scr_text_of(c, 0));
    return scr_integer(c->s, code == -1 ? -1 : WIFEXITED(code) ? WEXITSTATUS(code) : 1);
}

SCR_VERB(scr_v_getEnvironmentVar) {
    const char *v = getenv(scr_text_of(c, 0));
    return v ? scr_string(c->s, v) : scr_error(c->s, "SCR0004", c->call->span, "%s is not set", scr_text_of(c, 0));
}

SCR_VERB(scr_v_setEnvironmentVar) {
    bool ok = setenv(scr_text_of(c, 0), scr_text_of(c, 1), 1) == 0;
    causeway_refresh(c->s->session); /* MODELICAPATH may be it */
    return scr_boolean(c->s, ok);
}

SCR_VERB(scr_v_getModelicaPath) {
    const char *v = getenv("MODELICAPATH");
    return scr_string(c->s, v ? v : "");
}

SCR_VERB(scr_v_setModelicaPath) {
    bool ok = setenv("MODELICAPATH", scr_text_of(c, 0), 1) == 0;
    causeway_refresh(c->s->session);
    return scr_boolean(c->s, ok);
}
