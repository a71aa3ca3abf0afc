/* verb.c - calling a verb: its arguments by place and name. */
#include "script/script_impl.h"

#include <ctype.h>
#include <string.h>

/* Argument i of a verb: its letter and its name. */
static bool argument(const ScrVerb *v, uint32_t i, char *letter, const char **name, size_t *n) {
    const char *at = v->arguments;
    for (; *at && *at != '*'; at += strspn(at, " ")) {
        size_t length = strcspn(at, " ");
        if (i-- == 0) {
            *letter = at[0];
            *name = at + 2;
            *n = length - 2;
            return true;
        }
        at += length;
    }
    return false;
}

/* The text of a reference or call as a name: without blanks. */
static const char *name_text(Script *s, Span span) {
    char *text = (char *)(uintptr_t)scr_source(s, span), *to = text;
    for (const char *from = text; *from; from++)
        if (!isspace((unsigned char)*from)) *to++ = *from;
    *to = 0;
    return text;
}

/* A name is what is written, unless a variable of the script holds a name. */
static ScrValue *take_name(Script *s, const SynExpr *e) {
    if (e->kind == SYN_STRING) return scr_name(s, base_str(s->ctx->names, e->string));
    if (e->kind == SYN_CREF && e->cref.n == 1 && !e->cref.parts[0].nsubs) {
        ScrVariable *v = scr_find(s, base_str(s->ctx->names, e->cref.parts[0].name));
        if (v && v->value->kind == SCR_NAME) return v->value;
    }
    return scr_name(s, name_text(s, e->span));
}

static ScrValue *take_names(Script *s, const SynExpr *e) {
    if (e->kind == SYN_CREF && e->cref.n == 1) {
        ScrVariable *v = scr_find(s, base_str(s->ctx->names, e->cref.parts[0].name));
        if (v && v->value->kind == SCR_ARRAY) return v->value;
    }
    if (e->kind == SYN_CALL && e->cref.n == 1 && scr_find_verb(base_str(s->ctx->names, e->cref.parts[0].name)))
        return scr_evaluate(s, e);
    bool list = e->kind == SYN_ARRAY;
    ScrValue *a = scr_array(s, SCR_NAME, list ? e->nargs : 1);
    for (size_t i = 0; i < a->n; i++) a->items[i] = take_name(s, list ? e->args[i] : e);
    return a;
}

/* Does an expression name a variable of the script? */
static bool names_variable(Script *s, const SynExpr *e) {
    if (!e) return false;
    if (e->kind == SYN_CREF && !e->cref.global && scr_find(s, base_str(s->ctx->names, e->cref.parts[0].name)))
        return true;
    for (uint32_t i = 0; i < e->nargs; i++)
        if (names_variable(s, e->args[i])) return true;
    return false;
}

/* Text as it is written; with variables of the script in it, the value. */
static ScrValue *take_code(Script *s, const SynExpr *e) {
    if (e->kind == SYN_CALL && e->cref.n == 1 && scr_find_verb(base_str(s->ctx->names, e->cref.parts[0].name)))
        return scr_evaluate(s, e);
    if (e->kind != SYN_CALL && names_variable(s, e)) return scr_evaluate(s, e);
    ScrValue *v = scr_name(s, scr_source(s, e->span));
    v->kind = SCR_CODE;
    return v;
}

static ScrValue *take(Script *s, char letter, const SynExpr *e) {
    switch (letter) {
    case 'n': return take_name(s, e);
    case 'l': return take_names(s, e);
    case 'c': return take_code(s, e);
    default: return scr_evaluate(s, e);
    }
}

void scr_usage(const ScrVerb *v, Text *out) {
    char letter;
    const char *name;
    size_t n;
    base_text_printf(out, "%s(", v->name);
    for (uint32_t i = 0; argument(v, i, &letter, &name, &n); i++) {
        if (i == v->needed) base_text_char(out, '[');
        if (i) base_text_add(out, ", ");
        base_text_addn(out, name, n);
    }
    if (argument(v, v->needed, &letter, &name, &n)) base_text_char(out, ']');
    base_text_char(out, ')');
}

static ScrValue *refuse(Script *s, const ScrVerb *v, const SynExpr *call, const char *what) {
    Text usage = {0};
    scr_usage(v, &usage);
    scr_error(s, "SCR0002", call->span, "%s: %s: %s", v->name, what, base_text_str(&usage));
    base_text_free(&usage);
    return NULL;
}

ScrValue *scr_call(Script *s, const ScrVerb *v, const SynExpr *call) {
    ScrCall c = {.s = s, .call = call, .verb = v};
    bool any = strchr(v->arguments, '*') != NULL;
    char letter;
    const char *name;
    size_t n;
    for (uint32_t i = 0; i < call->nargs; i++) {
        if (i >= 16 || !argument(v, i, &letter, &name, &n)) {
            if (any) continue;
            return refuse(s, v, call, "too many arguments");
        }
        if (!(c.at[i] = take(s, letter, call->args[i]))) return NULL;
    }
    for (uint32_t k = 0; k < call->nnamed; k++) {
        const char *want = base_str(s->ctx->names, call->named[k].name);
        uint32_t i = 0;
        while (i < 16 && argument(v, i, &letter, &name, &n) && (strlen(want) != n || strncmp(want, name, n) != 0)) i++;
        if (i >= 16 || !argument(v, i, &letter, &name, &n)) {
            if (any) continue;
            return refuse(s, v, call, base_sprintf(&s->scratch, "there is no argument %s", want));
        }
        if (!(c.at[i] = take(s, letter, call->named[k].value))) return NULL;
    }
    for (uint32_t i = 0; i < v->needed; i++)
        if (!c.at[i]) return refuse(s, v, call, "an argument is missing");
    return v->run(&c);
}

const ScrVerb *scr_find_verb(const char *name) {
    size_t n;
    const ScrVerb *verbs = scr_verbs(&n);
    for (size_t low = 0, high = n; low < high;) { /* the table is sorted */
        size_t mid = (low + high) / 2;
        int order = strcmp(name, verbs[mid].name);
        if (order == 0) return &verbs[mid];
        if (order < 0) high = mid;
        else low = mid + 1;
    }
    return NULL;
}

const char *scr_text_of(const ScrCall *c, uint32_t i) {
    const ScrValue *v = c->at[i];
    return v && (v->kind == SCR_STRING || v->kind == SCR_NAME || v->kind == SCR_CODE) ? v->text : NULL;
}

bool scr_flag(const ScrCall *c, uint32_t i, bool otherwise) {
    return c->at[i] && c->at[i]->kind == SCR_BOOLEAN ? c->at[i]->integer != 0 : otherwise;
}
