/* verb_edit.c - verbs that change the text of classes: each is one edit of bytes, all others stay as they are. */
#include "script/script_impl.h"

#include <string.h>

bool scr_edit(Script *s, const ScrClassText *t, size_t start, size_t end, const char *with) {
    Text made = {0};
    base_text_addn(&made, t->text, start);
    base_text_add(&made, with);
    base_text_addn(&made, t->text + end, t->n - end);
    const char *path = base_strdup(&s->scratch, t->path);
    Context *ctx = base_context_new();
    SynFile *f = syn_parse(ctx, base_source_string(ctx->sources, path, base_text_str(&made), made.n));
    bool ok = !f->failed && base_error_count(ctx) == 0, empty = f->classes == NULL;
    if (!ok) base_diag_take(ctx, &s->errors);
    syn_free(f);
    base_context_free(ctx);
    if (ok && empty) ses_unload(s->session, path);
    else if (ok) ok = causeway_overlay(s->session, path, base_text_str(&made), made.n) == CAUSEWAY_OK;
    base_text_free(&made);
    return ok;
}

/* ---- declarations ------------------------------------------------------------------------------------------------ */

static const SynElement *component(const ScrClassText *t, const char *name, size_t n) {
    for (const SynElement *e = t->syn->elements; e; e = e->next) {
        const char *own = e->kind == SYN_COMPONENT ? base_str(t->ctx->names, e->name) : NULL;
        if (own && strlen(own) == n && memcmp(own, name, n) == 0) return e;
    }
    return NULL;
}

/* Behind the name of a component and its dimensions. */
static size_t behind_name(const ScrClassText *t, const SynElement *e) {
    size_t at = e->name_span.end;
    for (uint32_t i = 0; i < e->ndims; i++) at = e->dims[i]->span.end;
    if (e->ndims)
        while (at < t->n && t->text[at] != ']') at++;
    return e->ndims ? at + 1 : at;
}

/* Where the parenthesis of a modification that begins at `open` ends: at its ')'. */
static size_t closing(const ScrClassText *t, size_t open) {
    int depth = 0;
    bool string = false;
    for (size_t i = open; i < t->n; i++) {
        char c = t->text[i];
        if (c == '"' && t->text[i - 1] != '\\') string = !string;
        if (string) continue;
        depth += c == '(' ? 1 : c == ')' ? -1 : 0;
        if (depth == 0) return i;
    }
    return t->n;
}

static size_t opening(const ScrClassText *t, size_t at) {
    while (at < t->n && strchr(" \t\r\n", t->text[at])) at++;
    return at < t->n && t->text[at] == '(' ? at : SIZE_MAX;
}

/* The value of a declaration: code begins with '=' or is an expression; "" takes it away. */
static bool set_value(Script *s, const ScrClassText *t, const SynElement *e, const char *code) {
    while (*code == ' ' || *code == '=') code++;
    size_t at = behind_name(t, e), open = opening(t, at);
    if (open != SIZE_MAX) at = closing(t, open) + 1;
    size_t end = e->mod && e->mod->value ? e->mod->value->span.end : at;
    return scr_edit(s, t, at, end, *code ? base_sprintf(&s->scratch, " = %s", code) : "");
}

/* The modifier that a path, or its beginning, names: `b.x = 11` stands for b.x, `b(x = 11)` for b.  *n: so much of the
 * path it covers. */
static const SynMod *find_mod(const ScrClassText *t, const SynModification *m, const char *path, size_t *n) {
    for (const SynMod *a = m ? m->args : NULL; a; a = a->next) {
        Text own = {0};
        if (a->name.n) syn_print_cref(t->ctx->names, &a->name, &own);
        size_t length = own.n;
        bool it = length && strncmp(path, base_text_str(&own), length) == 0 && (!path[length] || path[length] == '.');
        base_text_free(&own);
        *n = length;
        if (it) return a;
    }
    *n = strcspn(path, ".");
    return NULL;
}

/* "x.start" with code "=4" as "x(start = 4)". */
static const char *nested(Script *s, const char *path, const char *code) {
    const char *dot = strchr(path, '.');
    if (!dot) return base_sprintf(&s->scratch, code[0] == '(' ? "%s%s" : "%s = %s", path, code);
    return base_sprintf(&s->scratch, "%.*s(%s)", (int)(dot - path), path, nested(s, dot + 1, code));
}

/* Sets the modifier `path` of a modification that begins behind `at` (where none is, one is made). */
static bool set_modifier(Script *s, const ScrClassText *t, const SynModification *m, size_t at, const char *path,
                         const char *code) {
    size_t n, open = opening(t, at);
    const SynMod *a = find_mod(t, m, path, &n);
    if (!a && !*code) return true;
    if (a && path[n] == '.') {
        size_t behind = a->name.parts[a->name.n - 1].span.end;
        return set_modifier(s, t, a->mod, behind, path + n + 1, code);
    }
    if (a && !*code) { /* with the comma in front of or behind it */
        size_t start = a->span.start, end = a->span.end;
        while (end < t->n && strchr(" \t\r\n", t->text[end])) end++;
        if (t->text[end] == ',') {
            for (end++; strchr(" \t\r\n", t->text[end]);) end++;
            return scr_edit(s, t, start, end, "");
        }
        while (start > open && strchr(" \t\r\n", t->text[start - 1])) start--;
        if (t->text[start - 1] == ',') return scr_edit(s, t, start - 1, a->span.end, "");
        return scr_edit(s, t, open, closing(t, open) + 1, "");
    }
    if (a) {
        size_t behind = a->name.parts[a->name.n - 1].span.end, inner = opening(t, behind);
        if (inner != SIZE_MAX && inner < a->span.end) behind = closing(t, inner) + 1;
        size_t end = a->mod && a->mod->value ? a->mod->value->span.end : behind;
        return scr_edit(s, t, behind, end, base_sprintf(&s->scratch, " = %s", code));
    }
    const char *made = nested(s, path, code);
    if (open == SIZE_MAX) return scr_edit(s, t, at, at, base_sprintf(&s->scratch, "(%s)", made));
    size_t close = closing(t, open);
    bool some = m && m->args;
    return scr_edit(s, t, close, close, base_sprintf(&s->scratch, some ? ", %s" : "%s", made));
}

/* "=4", "(p1 = 45)" or "()": without the '=' and blanks; "" for nothing. */
static const char *plain_code(Script *s, const char *code) {
    while (*code == ' ' || *code == '=') code++;
    size_t n = strlen(code);
    while (n && code[n - 1] == ' ') n--;
    if (n == 2 && memcmp(code, "()", 2) == 0) n = 0;
    return base_strndup(&s->scratch, code, n);
}

static const char *code_of(ScrCall *c, uint32_t i) {
    Text t = {0};
    if (c->at[i]->kind == SCR_CODE || c->at[i]->kind == SCR_NAME) return plain_code(c->s, c->at[i]->text);
    scr_print(c->at[i], &t);
    const char *made = plain_code(c->s, base_text_str(&t));
    base_text_free(&t);
    return made;
}

SCR_VERB(scr_v_setParameterValue) {
    ScrClassText t;
    const char *name = scr_text_of(c, 1);
    const SynElement *e = scr_class_text(c->s, scr_text_of(c, 0), &t) ? component(&t, name, strlen(name)) : NULL;
    return scr_boolean(c->s, e && set_value(c->s, &t, e, code_of(c, 2)));
}

SCR_VERB(scr_v_setComponentModifierValue) {
    ScrClassText t;
    const char *path = scr_text_of(c, 1), *code = code_of(c, 2);
    size_t n = strcspn(path, ".");
    const SynElement *e = scr_class_text(c->s, scr_text_of(c, 0), &t) ? component(&t, path, n) : NULL;
    if (!e) return scr_boolean(c->s, false);
    if (path[n] != '.' && code[0] == '(') { /* a modification as a whole */
        size_t at = behind_name(&t, e), open = opening(&t, at);
        return scr_boolean(c->s, scr_edit(c->s, &t, at, open == SIZE_MAX ? at : closing(&t, open) + 1, code));
    }
    if (path[n] != '.') return scr_boolean(c->s, set_value(c->s, &t, e, code));
    return scr_boolean(c->s, set_modifier(c->s, &t, e->mod, behind_name(&t, e), path + n + 1, code));
}

static const SynExpr *modifier_value(const ScrClassText *t, const SynModification *m, const char *path) {
    while (*path) {
        size_t n;
        const SynMod *a = find_mod(t, m, path, &n);
        if (!a) return NULL;
        m = a->mod;
        path += path[n] ? n + 1 : n;
    }
    return m ? m->value : NULL;
}

SCR_VERB(scr_v_getComponentModifierValue) {
    ScrClassText t;
    const char *path = scr_text_of(c, 1);
    size_t n = strcspn(path, ".");
    const SynElement *e = scr_class_text(c->s, scr_text_of(c, 0), &t) ? component(&t, path, n) : NULL;
    const SynExpr *value = e ? modifier_value(&t, e->mod, path + n + (path[n] == '.')) : NULL;
    Text out = {0};
    if (value) syn_print_expr(t.ctx->names, value, &out);
    ScrValue *v = scr_string(c->s, base_text_str(&out));
    base_text_free(&out);
    return v;
}

/* "a", "a.b": every modifier with a value, by its path. */
static void list_modifiers(Script *s, const ScrClassText *t, const SynModification *m, const char *before,
                           VecStr *out) {
    for (const SynMod *a = m ? m->args : NULL; a; a = a->next) {
        if (!a->name.n || a->is_break) continue;
        const char *name = base_sprintf(&s->scratch, "%s%s", before, base_str(t->ctx->names, a->name.parts[0].name));
        if (!a->mod || a->mod->value || !a->mod->args) vec_push(out, (char *)(uintptr_t)name);
        list_modifiers(s, t, a->mod, base_sprintf(&s->scratch, "%s.", name), out);
    }
}

SCR_VERB(scr_v_getComponentModifierNames) {
    ScrClassText t;
    VecStr names = {0};
    const char *name = scr_text_of(c, 1);
    const SynElement *e = scr_class_text(c->s, scr_text_of(c, 0), &t) ? component(&t, name, strlen(name)) : NULL;
    if (e) list_modifiers(c->s, &t, e->mod, "", &names);
    ScrValue *v = scr_strings(c->s, (const char *const *)names.at, names.n);
    vec_free(&names);
    return v;
}

/* ---- elements and connections ------------------------------------------------------------------------------------ */

/* The start of the line of `end NAME`: where an element or a connection is put. */
static size_t line_start(const ScrClassText *t, size_t at) {
    while (at && t->text[at - 1] != '\n') at--;
    return at;
}

/* The `end` of the class, in front of its name, which may end in the same letters. */
static size_t last_end(const ScrClassText *t) {
    size_t at = t->syn->span.end - (t->syn->name_span.end - t->syn->name_span.start);
    while (at >= 3 && at > t->syn->span.start && memcmp(t->text + at - 3, "end", 3) != 0) at--;
    return at - 3;
}

/* In front of the `end`: on a line of its own where it has one. */
static size_t in_front_of_end(const ScrClassText *t) {
    size_t end = last_end(t), at = line_start(t, end);
    for (size_t i = at; i < end; i++)
        if (!strchr(" \t\r", t->text[i])) return end;
    return at;
}

/* Behind the last component, else behind the head of the class. */
static size_t place_of_element(const ScrClassText *t) {
    size_t at = 0;
    for (const SynElement *e = t->syn->elements; e; e = e->next) {
        if (e->prefixes & SYN_PROTECTED) continue;
        if (e->span.end > at) at = e->span.end;
    }
    if (!at) {
        at = t->syn->name_span.end;
        size_t next = at;
        while (next < t->n && strchr(" \t\r\n", t->text[next])) next++;
        if (t->text[next] == '"') { /* description */
            for (next++; next < t->n && (t->text[next] != '"' || t->text[next - 1] == '\\');) next++;
            at = next + 1;
        }
        return at;
    }
    while (at < t->n && t->text[at] != ';') at++;
    size_t rest = ++at;
    while (rest < t->n && strchr(" \t", t->text[rest])) rest++;
    if (rest + 1 < t->n && t->text[rest] == '/' && t->text[rest + 1] == '/') /* the comment is its own */
        while (rest < t->n && t->text[rest] != '\n') at = ++rest;
    return at;
}

SCR_VERB(scr_v_addComponent) {
    ScrClassText t;
    const char *name = scr_text_of(c, 0), *annotate = scr_text_of(c, 5);
    if (!scr_class_text(c->s, scr_text_of(c, 2), &t)) return scr_boolean(c->s, false);
    if (component(&t, name, strlen(name))) {
        scr_error(c->s, "SCR0004", c->call->span, "%s has a component %s already", scr_text_of(c, 2), name);
        return scr_boolean(c->s, false);
    }
    const char *value = c->at[3] ? code_of(c, 3) : "", *modifiers = c->at[4] ? code_of(c, 4) : "";
    const char *made = base_sprintf(&c->s->scratch, "\n  %s %s%s%s%s%s%s%s;", scr_text_of(c, 1), name, modifiers,
                                    *value ? " = " : "", value, annotate ? " annotation(" : "",
                                    annotate ? plain_code(c->s, annotate) : "", annotate ? ")" : "");
    size_t at = place_of_element(&t);
    return scr_boolean(c->s, scr_edit(c->s, &t, at, at, made));
}

/* Takes bytes away, and the line when nothing else stands on it. */
static bool remove_item(Script *s, const ScrClassText *t, size_t start, size_t end) {
    while (end < t->n && t->text[end] != ';') end++;
    end++;
    size_t line = line_start(t, start), rest = end;
    bool alone = true;
    for (size_t i = line; i < start; i++) alone &= t->text[i] == ' ' || t->text[i] == '\t';
    while (rest < t->n && (t->text[rest] == ' ' || t->text[rest] == '\t')) rest++;
    if (alone && rest < t->n && t->text[rest] == '\n') return scr_edit(s, t, line, rest + 1, "");
    return scr_edit(s, t, start, end, "");
}

/* One of several in a declaration `Real x, y;` goes alone. */
static bool remove_component(Script *s, const ScrClassText *t, const SynElement *e) {
    for (const SynElement *o = t->syn->elements; o; o = o->next) {
        if (o == e || o->kind != SYN_COMPONENT || o->type.parts != e->type.parts) continue;
        size_t start = e->name_span.start, end = e->span.end;
        while (end < t->n && !strchr(",;", t->text[end])) end++;
        if (t->text[end] == ',') return scr_edit(s, t, start, end + 1 + (t->text[end + 1] == ' '), "");
        while (start && t->text[start - 1] != ',') start--;
        return scr_edit(s, t, start - 1, end, "");
    }
    return remove_item(s, t, e->span.start, e->span.end);
}

SCR_VERB(scr_v_deleteComponent) {
    ScrClassText t;
    const char *name = scr_text_of(c, 0);
    const SynElement *e = scr_class_text(c->s, scr_text_of(c, 1), &t) ? component(&t, name, strlen(name)) : NULL;
    return scr_boolean(c->s, e && remove_component(c->s, &t, e));
}

SCR_VERB(scr_v_addConnection) {
    ScrClassText t;
    const char *annotate = scr_text_of(c, 3);
    if (!scr_class_text(c->s, scr_text_of(c, 2), &t)) return scr_boolean(c->s, false);
    size_t at = t.syn->equations ? 0 : in_front_of_end(&t);
    for (const SynEquation *q = t.syn->equations; q; q = q->next)
        if (q->span.end > at) at = q->span.end;
    while (t.syn->equations && at < t.n && t.text[at - 1] != ';') at++;
    bool section = t.syn->equations != NULL;
    if (!section && at < t.syn->name_span.end) at = last_end(&t);
    const char *made =
        base_sprintf(&c->s->scratch, "%s  connect(%s, %s)%s%s%s;%s", section ? "\n" : "equation\n", scr_text_of(c, 0),
                     scr_text_of(c, 1), annotate ? " annotation(" : "", annotate ? plain_code(c->s, annotate) : "",
                     annotate ? ")" : "", section ? "" : "\n");
    return scr_boolean(c->s, scr_edit(c->s, &t, at, at, made));
}

SCR_VERB(scr_v_deleteConnection) {
    ScrClassText t;
    if (!scr_class_text(c->s, scr_text_of(c, 2), &t)) return scr_boolean(c->s, false);
    for (const SynEquation *q = t.syn->equations; q; q = q->next) {
        if (q->kind != SYN_EQ_CONNECT) continue;
        Text a = {0}, b = {0};
        syn_print_cref(t.ctx->names, &q->lhs->cref, &a);
        syn_print_cref(t.ctx->names, &q->rhs->cref, &b);
        bool it =
            strcmp(base_text_str(&a), scr_text_of(c, 0)) == 0 && strcmp(base_text_str(&b), scr_text_of(c, 1)) == 0;
        base_text_free(&a);
        base_text_free(&b);
        if (it) return scr_boolean(c->s, remove_item(c->s, &t, q->span.start, q->span.end));
    }
    return scr_boolean(c->s, false);
}

/* ---- whole classes ----------------------------------------------------------------------------------------------- */

SCR_VERB(scr_v_deleteClass) {
    ScrClassText t;
    const char *name = scr_text_of(c, 0);
    if (!scr_class_text(c->s, name, &t)) return scr_boolean(c->s, false);
    bool ok = remove_item(c->s, &t, t.syn->span.start, t.syn->span.end);
    if (ok && !strchr(name, '.')) scr_forget(c->s, name);
    return scr_boolean(c->s, ok);
}

/* createModel(A), createModel(A.B): an empty class, inside another or on its own. */
SCR_VERB(scr_v_createModel) {
    const char *name = scr_text_of(c, 0), *dot = strrchr(name, '.');
    const char *kind = strcmp(c->verb->name, "createModel") == 0 ? "model" : "package";
    if (!dot) {
        const char *path = base_sprintf(&c->s->kept, "<typed-%u>.mo", ++c->s->ntyped);
        const char *text = base_sprintf(&c->s->scratch, "%s %s\nend %s;\n", kind, name, name);
        return scr_boolean(c->s, scr_load_text(c->s, path, text, strlen(text)));
    }
    ScrClassText t;
    if (!scr_class_text(c->s, base_strndup(&c->s->scratch, name, (size_t)(dot - name)), &t))
        return scr_boolean(c->s, false);
    size_t at = in_front_of_end(&t);
    const char *text = base_sprintf(&c->s->scratch, "  %s %s\n  end %s;\n", kind, dot + 1, dot + 1);
    return scr_boolean(c->s, scr_edit(c->s, &t, at, at, text));
}

/* The text of a class under another name: at its beginning, and behind its `end`. */
static const char *renamed_text(Script *s, const ScrClassText *t, const char *name) {
    size_t from = t->syn->span.start, to = t->syn->span.end, end = to;
    size_t first = t->syn->name_span.start, behind = t->syn->name_span.end, n = behind - first;
    bool ends = end - from > n && memcmp(t->text + end - n, t->text + first, n) == 0 && end - n > behind;
    if (ends) end -= n;
    return base_sprintf(&s->scratch, "%.*s%s%.*s%s", (int)(first - from), t->text + from, name, (int)(end - behind),
                        t->text + behind, ends ? name : "");
}

/* copyClass(A, "B"), copyClass(A, "B", P): the same class again, on its own or inside another. */
SCR_VERB(scr_v_copyClass) {
    ScrClassText t;
    const char *name = scr_text_of(c, 1), *within = scr_text_of(c, 2);
    if (!scr_class_text(c->s, scr_text_of(c, 0), &t)) return scr_boolean(c->s, false);
    const char *text = renamed_text(c->s, &t, name);
    if (!within || !*within || strcmp(within, "TopLevel") == 0) {
        const char *path = base_sprintf(&c->s->kept, "<typed-%u>.mo", ++c->s->ntyped);
        text = base_sprintf(&c->s->scratch, "%s;\n", text);
        return scr_boolean(c->s, scr_load_text(c->s, path, text, strlen(text)));
    }
    if (!scr_class_text(c->s, within, &t)) return scr_boolean(c->s, false);
    size_t at = in_front_of_end(&t);
    return scr_boolean(c->s, scr_edit(c->s, &t, at, at, base_sprintf(&c->s->scratch, "  %s;\n", text)));
}
