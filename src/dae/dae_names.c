/* dae_names.c - names of variables as chains of (parent, word, subscripts).
 *
 * A name is stored once: "rod.cell[17].T" shares everything but its last words with its neighbours, and
 * equal names have equal ids.
 */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "dae/dae.h"
#include "units/units.h"

static uint32_t store_subs(Dae *d, const int32_t *subs, int nsubs) {
    uint32_t at;
    if (md_pack_subs(subs, nsubs, &at)) return at;
    at = (uint32_t)d->subs.n;
    BASE_ASSERT(at < 1u << 31);
    vec_push(&d->subs, (uint32_t)nsubs);
    for (int i = 0; i < nsubs; i++) vec_push(&d->subs, (uint32_t)subs[i]);
    return at;
}

/* Their number; *subs points at them, into packed or into the Dae. */
static int load_subs(const Dae *d, uint32_t at, int32_t packed[2], const int32_t **subs) {
    return md_subs(d->subs.at, at, packed, subs);
}

static bool same_subs(const Dae *d, uint32_t at, const int32_t *subs, int nsubs) {
    int32_t packed[2];
    const int32_t *own;
    int n = load_subs(d, at, packed, &own);
    return n == nsubs && (n == 0 || !memcmp(own, subs, (size_t)n * sizeof *subs));
}

static uint64_t name_key(DaeName parent, Name word, const int32_t *subs, int nsubs) {
    uint64_t key = base_mix(parent, word);
    for (int i = 0; i < nsubs; i++) key = base_mix(key, (uint32_t)subs[i] + 1u);
    return key;
}

static bool same_name(const Dae *d, DaeName n, DaeName parent, Name word, const int32_t *subs, int nsubs) {
    const DaeNameNode *node = &d->names.at[n];
    return node->parent == parent && node->word == word && same_subs(d, node->subs, subs, nsubs);
}

/* The slot of a name in the table of ids, or the empty one (0) where it belongs.  The table holds nothing but ids:
 * there are as many names as variables. */
static size_t name_slot(const Dae *d, DaeName parent, Name word, const int32_t *subs, int nsubs) {
    size_t mask = d->name_table_cap - 1, at = (size_t)name_key(parent, word, subs, nsubs) & mask;
    while (d->name_table[at] && !same_name(d, d->name_table[at], parent, word, subs, nsubs)) at = (at + 1) & mask;
    return at;
}

static void put_name(Dae *d, DaeName n) {
    const DaeNameNode *node = &d->names.at[n];
    int32_t packed[2];
    const int32_t *subs;
    int nsubs = load_subs(d, node->subs, packed, &subs);
    size_t mask = d->name_table_cap - 1, at = (size_t)name_key(node->parent, node->word, subs, nsubs) & mask;
    while (d->name_table[at]) at = (at + 1) & mask;
    d->name_table[at] = n;
}

/* Puts names into the table that were made by dae_new_name since, with room for one more. */
static void complete_name_table(Dae *d) {
    size_t cap = d->name_table_cap ? d->name_table_cap : 64;
    while ((d->names.n + 1) * 3 > cap * 2) cap *= 2;
    if (cap > d->name_table_cap) {
        base_realloc(d->name_table, 0);
        d->name_table = base_realloc(NULL, cap * sizeof *d->name_table);
        memset(d->name_table, 0, cap * sizeof *d->name_table);
        d->name_table_cap = cap;
        d->name_table_n = 1;
    }
    for (; d->name_table_n < d->names.n; d->name_table_n++) put_name(d, (DaeName)d->name_table_n);
}

DaeName dae_new_name(Dae *d, DaeName parent, Name word, const int32_t *subs, int nsubs) {
    uint32_t at = store_subs(d, subs, nsubs);
    vec_push(&d->names, ((DaeNameNode){parent, word, at}));
    return (DaeName)(d->names.n - 1);
}

DaeName dae_name(Dae *d, DaeName parent, Name word, const int32_t *subs, int nsubs) {
    complete_name_table(d);
    DaeName n = d->name_table[name_slot(d, parent, word, subs, nsubs)];
    return n ? n : dae_new_name(d, parent, word, subs, nsubs);
}

/* ---- printing ---------------------------------------------------------------------------------------------------- */

/* Words that open something in the text form: at the head of a name they are written in backquotes. */
static const char *const reserved[] = {
    "Boolean", "Enum",     "Integer",   "Object",   "Real",        "String",   "action",     "algorithm",
    "and",     "binding",  "break",     "constant", "continuous",  "dae",      "der",        "discrete",
    "else",    "elseif",   "end",       "enum",     "enumeration", "equation", "experiment", "external",
    "false",   "final",    "flow",      "for",      "function",    "hidden",   "if",         "impure",
    "in",      "infinity", "initial",   "input",    "loop",        "multi",    "nan",        "not",
    "or",      "output",   "parameter", "pre",      "protected",   "return",   "structural", "terminal",
    "then",    "true",     "while"};

static bool is_reserved(const char *s, size_t n) {
    size_t low = 0, high = sizeof reserved / sizeof *reserved;
    while (low < high) {
        size_t mid = (low + high) / 2;
        int c = strncmp(s, reserved[mid], n);
        if (c == 0 && reserved[mid][n]) c = -1;
        if (c == 0) return true;
        if (c < 0) high = mid;
        else low = mid + 1;
    }
    return false;
}

/* $i3 is an iterator. */
static bool is_iterator(const char *s, size_t n) {
    if (n < 3 || *s != '$' || !strchr("ribseov", s[1])) return false;
    for (size_t i = 2; i < n; i++)
        if (!isdigit((unsigned char)s[i])) return false;
    return true;
}

/* head: the word stands at the start of a name, where keywords would be taken for themselves. */
static bool plain_word(const char *s, size_t n, bool head) {
    if (n == 0 || (!isalpha((unsigned char)*s) && *s != '_' && *s != '$')) return false;
    if (head && (is_reserved(s, n) || is_iterator(s, n))) return false;
    for (size_t i = 0; i < n; i++)
        if (!isalnum((unsigned char)s[i]) && s[i] != '_' && s[i] != '$') return false;
    return true;
}

/* A quoted identifier of the language: 'any text', quotes and backslashes inside escaped. */
static bool quoted_word(const char *s, size_t n) {
    if (n < 3 || s[0] != '\'' || s[n - 1] != '\'') return false;
    for (size_t i = 1; i + 1 < n; i++) {
        if (s[i] == '\'' || (unsigned char)s[i] < ' ') return false;
        if (s[i] == '\\' && ++i + 1 >= n) return false;
    }
    return true;
}

static void backquoted(const char *s, Text *out) {
    base_text_char(out, '`');
    for (; *s; s++) {
        if (*s == '`' || *s == '\\') base_text_char(out, '\\');
        if (*s == '\n') base_text_add(out, "\\n");
        else base_text_char(out, *s);
    }
    base_text_char(out, '`');
}

static void word_text(const char *word, bool head, Text *out) {
    size_t n = strlen(word);
    if (plain_word(word, n, head) || quoted_word(word, n)) base_text_add(out, word);
    else backquoted(word, out);
}

void dae_word_text(const char *word, Text *out) { word_text(word, true, out); }

/* Bytes of the first word of a dotted path; a dot inside '...' does not end it. */
static size_t first_word(const char *s) {
    bool quoted = false;
    size_t n = 0;
    for (; s[n] && (quoted || s[n] != '.'); n++) {
        if (s[n] == '\\' && s[n + 1]) n++;
        else if (s[n] == '\'') quoted = !quoted;
    }
    return n;
}

void dae_path_text(const char *path, Text *out) {
    const char *s = path;
    for (;;) {
        size_t n = first_word(s);
        if (!plain_word(s, n, s == path) && !quoted_word(s, n)) {
            backquoted(path, out);
            return;
        }
        if (!s[n]) break;
        s += n + 1;
    }
    base_text_add(out, path);
}

/* quote: as the text form needs it, so that it reads back; else as the user wrote it. */
static void name_text(const Dae *d, DaeName n, bool quote, Text *out) {
    md_name_text((MdNames){d->ctx->names, d->names.at, d->subs.at}, n, quote ? word_text : NULL, out);
}

static void var_text(const Dae *d, DaeVar v, bool quote, Text *out) {
    const DaeVariable *x = &d->vars.at[v];
    if (x->kind == DAE_KIND_DERIVATIVE || x->kind == DAE_KIND_PRE) {
        base_text_add(out, x->kind == DAE_KIND_PRE ? "pre(" : "der(");
        var_text(d, x->of, quote, out);
        base_text_char(out, ')');
    } else if (!(x->flags & DAE_HIDDEN) || !d->shown.print || !d->shown.print(d->shown.arg, v, 0, out)) {
        name_text(d, x->name, quote, out);
    }
}

void dae_name_text(const Dae *d, DaeName n, Text *out) { name_text(d, n, false, out); }
void dae_var_text(const Dae *d, DaeVar v, Text *out) { var_text(d, v, false, out); }
void dae_var_quoted(const Dae *d, DaeVar v, Text *out) { var_text(d, v, true, out); }

/* ---- finding ----------------------------------------------------------------------------------------------------- */

DaeVar dae_var_of_name(Dae *d, DaeName n) {
    uint64_t v;
    for (; d->vars_indexed < d->vars.n; d->vars_indexed++) {
        const DaeVariable *x = &d->vars.at[d->vars_indexed];
        if (x->kind != DAE_KIND_DERIVATIVE && x->kind != DAE_KIND_PRE && x->name &&
            !base_map_get(&d->var_of_name, x->name, &v))
            base_map_put(&d->var_of_name, x->name, d->vars_indexed);
    }
    return base_map_get(&d->var_of_name, n, &v) ? (DaeVar)v : 0;
}

/* One word at *s, moved past it; quoted words keep their quotes, `...` gives what is inside. */
static bool read_word(const char **s, Text *word) {
    const char *c = *s;
    word->n = 0;
    if (*c == '\'' || *c == '`') {
        char quote = *c;
        if (quote == '\'') base_text_char(word, quote);
        for (c++; *c && *c != quote; c++) {
            if (*c == '\\' && c[1]) {
                if (quote == '\'') base_text_char(word, *c);
                c++;
            }
            base_text_char(word, *c);
        }
        if (*c++ != quote) return false;
        if (quote == '\'') base_text_char(word, quote);
    } else {
        while (*c && *c != '.' && *c != '[') base_text_char(word, *c++);
    }
    *s = c;
    return word->n > 0;
}

static bool read_subs(const char **s, int32_t *subs, int *nsubs) {
    *nsubs = 0;
    if (**s != '[') return true;
    do {
        char *end;
        long v = strtol(*s + 1, &end, 10);
        if (end == *s + 1 || *nsubs == 16) return false;
        subs[(*nsubs)++] = (int32_t)v;
        while (*end == ' ') end++;
        *s = end;
    } while (**s == ',');
    return *(*s)++ == ']';
}

static DaeName name_of_text(Dae *d, const char *s) {
    Text word = {0};
    DaeName n = 0;
    complete_name_table(d);
    for (;;) {
        int32_t subs[16];
        int nsubs;
        if (!read_word(&s, &word) || !read_subs(&s, subs, &nsubs)) {
            n = 0;
            break;
        }
        Name w = base_intern(d->ctx->names, word.at, word.n);
        n = d->name_table[name_slot(d, n, w, subs, nsubs)];
        if (!n || !*s) break;
        if (*s++ != '.') {
            n = 0;
            break;
        }
    }
    base_text_free(&word);
    return n;
}

DaeVar dae_find_var(Dae *d, const char *name) {
    size_t n = strlen(name);
    if (n > 5 && (!strncmp(name, "der(", 4) || !strncmp(name, "pre(", 4)) && name[n - 1] == ')') {
        char *inner = base_realloc(NULL, n);
        memcpy(inner, name + 4, n - 5);
        inner[n - 5] = 0;
        DaeVar x = dae_find_var(d, inner);
        base_realloc(inner, 0);
        return !x ? 0 : name[0] == 'd' ? d->vars.at[x].derivative : d->vars.at[x].pre;
    }
    DaeName id = name_of_text(d, name);
    return id ? dae_var_of_name(d, id) : 0;
}

void dae_value_text(const Dae *d, DaeVar v, double value, int digits, Text *out) {
    const DaeAttrs *a = &d->attrs.at[d->vars.at[v].attrs];
    const Names *names = d->ctx->names;
    unit_print_value(value, digits, a->unit ? base_str(names, a->unit) : "",
                     a->display_unit ? base_str(names, a->display_unit) : "", out);
}
