/* experiment.c - experiments beside a model: what is run, how, and what is shown, in a file that people can read.
 *
 * Beside Tank.mo they stand in Tank.experiments.json; those of libraries that cannot be written stand in
 * $XDG_DATA_HOME/causeway/experiments.  The file is an object with a member for each class.
 */
#include "server/studio_impl.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MOST_FILE = 8 << 20 };

static const char *own_folder(Server *s) {
    const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    const char *base = data && *data ? data : home && *home ? base_sprintf(&s->scratch, "%s/.local/share", home) : NULL;
    if (!base) return NULL;
    char *folder = base_sprintf(&s->scratch, "%s/causeway/experiments", base);
    for (char *p = folder + 1; *p; p++) {
        if (*p != '/') continue;
        *p = 0;
        mkdir(folder, 0777);
        *p = '/';
    }
    mkdir(folder, 0777);
    return folder;
}

/* NULL: there is no place. */
static const char *path_of(Server *s, LibClass *cls) {
    const char *path = srv_path_of_class(cls);
    size_t n = path ? strlen(path) : 0;
    if (n > 3 && srv_is_own(s, path)) return base_sprintf(&s->scratch, "%.*s.experiments.json", (int)(n - 3), path);
    const char *folder = own_folder(s);
    return folder ? base_sprintf(&s->scratch, "%s/%s.json", folder, srv_full_name(s, lib_top(cls))) : NULL;
}

static const BaseJson *read_file(Server *s, const char *path) {
    Text text = {0};
    size_t at;
    const char *why;
    if (!base_read_file(path, MOST_FILE, &text)) return NULL;
    const BaseJson *json = base_json_read(&s->scratch, base_text_str(&text), text.n, &at, &why);
    base_text_free(&text);
    if (!json || json->kind != BASE_JSON_OBJECT)
        srv_refuse(s, SRV_REQUEST_FAILED, "%s is no file of experiments; correct it or move it away", path);
    return json;
}

/* With a member on each line, down to two levels of names. */
static void put_json(const BaseJson *j, Text *out, int depth) {
    bool list = j->kind == BASE_JSON_ARRAY || j->kind == BASE_JSON_OBJECT;
    bool lines = list && j->items && depth < 4;
    if (j->key) srv_put_text(out, j->key), base_text_add(out, ": ");
    if (j->kind == BASE_JSON_NUMBER) base_text_double(out, j->number, false);
    else if (j->kind == BASE_JSON_BOOLEAN) base_text_add(out, j->number != 0 ? "true" : "false");
    else if (j->kind == BASE_JSON_STRING) srv_put_text(out, j->text);
    else if (!list) base_text_add(out, "null");
    if (!list) return;
    base_text_char(out, j->kind == BASE_JSON_ARRAY ? '[' : '{');
    for (const BaseJson *i = depth < 40 ? j->items : NULL; i; i = i->next) {
        if (i != j->items) base_text_add(out, lines ? "," : ", ");
        if (lines) base_text_printf(out, "\n%*s", 2 * (depth + 1), "");
        put_json(i, out, depth + 1);
    }
    if (lines) base_text_printf(out, "\n%*s", 2 * depth, "");
    base_text_char(out, j->kind == BASE_JSON_ARRAY ? ']' : '}');
}

/* A link stays one. */
static bool write_text(Server *s, const char *path, const char *text, size_t n) {
    char real[PATH_MAX];
    bool ok = base_replace_file(realpath(path, real) ? real : path, text, n);
    if (!ok) srv_refuse(s, SRV_REQUEST_FAILED, "%s cannot be written: %s", path, strerror(errno));
    return ok;
}

static bool write_file(Server *s, const char *path, const BaseJson *json) {
    Text t = {0};
    put_json(json, &t, 0);
    base_text_char(&t, '\n');
    bool ok = write_text(s, path, t.at, t.n);
    base_text_free(&t);
    return ok;
}

/* Is the file another one than the page has read? */
static bool has_changed(const char *path, const char *was) {
    Text now = {0};
    bool other = was && base_read_file(path, SIZE_MAX, &now) && strcmp(base_text_str(&now), was) != 0;
    base_text_free(&now);
    return other;
}

/* {uri, text, was?}: writes a text that is open and the user's own; was: as it was read, else it is written anyway */
void srv_save(Server *s, const BaseJson *params, Text *out) {
    const char *uri = base_json_string(params, "uri"), *text = base_json_string(params, "text");
    SrvDocument *d = uri ? srv_find_document(s, uri) : NULL;
    if (!d || !text) srv_refuse(s, SRV_INVALID_PARAMS, "only a text that is open can be saved");
    else if (!srv_is_own(s, d->path)) srv_refuse(s, SRV_REQUEST_FAILED, "%s can only be read", d->path);
    else if (has_changed(d->path, base_json_string(params, "was")))
        srv_refuse(s, SRV_CHANGED, "%s has been changed by another program since it was opened", d->path);
    else if (write_text(s, d->path, text, strlen(text))) base_text_add(out, "null");
}

/* The file with this class's member replaced. */
static const BaseJson *with_member(Server *s, const BaseJson *file, const char *name, const BaseJson *value) {
    BaseJson *whole = BASE_NEW(&s->scratch, BaseJson), *member = BASE_NEW(&s->scratch, BaseJson), **to = &whole->items;
    whole->kind = BASE_JSON_OBJECT;
    bool put = false;
    for (const BaseJson *i = file ? file->items : NULL; i; i = i->next) {
        BaseJson *copy = BASE_NEW(&s->scratch, BaseJson);
        bool own = strcmp(i->key, name) == 0;
        *copy = own ? *value : *i;
        copy->key = i->key;
        copy->next = NULL;
        put |= own;
        *to = copy;
        to = &copy->next;
    }
    *member = *value;
    member->key = name;
    member->next = NULL;
    if (!put) *to = member;
    return whole;
}

/* {class, set?} -> {path, experiment}: what the file says of the class, or null; set is written first */
void srv_experiment(Server *s, const BaseJson *params, Text *out) {
    const char *name = base_json_string(params, "class");
    LibClass *cls = srv_class_named(s, name);
    const BaseJson *set = base_json_get(params, "set");
    const char *path = cls ? path_of(s, cls) : NULL;
    if (!cls) return;
    if (!path) {
        srv_refuse(s, SRV_REQUEST_FAILED, "there is no place for experiments: set HOME or XDG_DATA_HOME");
        return;
    }
    const BaseJson *file = read_file(s, path);
    if (s->error) return;
    if (set && set->kind == BASE_JSON_OBJECT) {
        file = with_member(s, file, name, set);
        if (!write_file(s, path, file)) return;
    }
    const BaseJson *found = base_json_get(file, name);
    base_text_char(out, '{');
    srv_put_member(out, "path", path);
    base_text_add(out, ",\"experiment\":");
    if (found) {
        BaseJson bare = *found;
        bare.key = NULL;
        put_json(&bare, out, 9);
    } else base_text_add(out, "null");
    base_text_char(out, '}');
}
