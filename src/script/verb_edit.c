/* verb_edit.c - verbs that change the text of classes: edits of src/edit over the texts of the session. */
#include "script/script_impl.h"

#include "edit/edit.h"

#include <string.h>

/* The text of a class under the hands of src/edit; true when it has changed.  What the edit has to say is an error of
 * the script where it is refused. */
typedef bool Change(EditClass *e, void *arg);

static bool change_class(Script *s, const char *name, Change *change, void *arg) {
    ScrClassText t;
    Text made = {0};
    if (!scr_class_text(s, name, &t)) return false;
    const char *path = base_strdup(&s->scratch, t.path);
    Context *ctx = base_context_new();
    EditClass *e = edit_open(ctx, path, t.text, t.n, name);
    bool ok = e && change(e, arg);
    if (e && !ok) scr_error(s, "EDIT0001", (Span){0}, "%s", edit_remark(e));
    ok = ok && edit_result(e, &made);
    if (base_error_count(ctx)) base_diag_take(ctx, &s->errors);
    edit_close(e);
    base_context_free(ctx);
    ok = ok && causeway_overlay(s->session, path, base_text_str(&made), made.n) == CAUSEWAY_OK;
    base_text_free(&made);
    return ok;
}

/* ---- values and modifiers ---------------------------------------------------------------------------------------- */

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
    if (!c->at[i]) return "";
    if (c->at[i]->kind == SCR_CODE || c->at[i]->kind == SCR_NAME) return plain_code(c->s, c->at[i]->text);
    scr_print(c->at[i], &t);
    const char *made = plain_code(c->s, base_text_str(&t));
    base_text_free(&t);
    return made;
}

static const char *text_or_empty(const ScrCall *c, uint32_t i) {
    const char *t = scr_text_of(c, i);
    return t ? t : "";
}

static bool set_value(EditClass *e, void *arg) { return edit_set_value(e, text_or_empty(arg, 1), code_of(arg, 2)); }
static bool set_modifier(EditClass *e, void *arg) {
    return edit_set_modifier(e, "", text_or_empty(arg, 1), code_of(arg, 2));
}

SCR_VERB(scr_v_setParameterValue) { return scr_boolean(c->s, change_class(c->s, scr_text_of(c, 0), set_value, c)); }
SCR_VERB(scr_v_setComponentModifierValue) {
    return scr_boolean(c->s, change_class(c->s, scr_text_of(c, 0), set_modifier, c));
}

static const SynElement *component(const ScrClassText *t, const char *name, size_t n) {
    for (const SynElement *e = t->syn->elements; e; e = e->next) {
        const char *own = e->kind == SYN_COMPONENT ? base_str(t->ctx->names, e->name) : NULL;
        if (own && strlen(own) == n && memcmp(own, name, n) == 0) return e;
    }
    return NULL;
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

static bool add_component(EditClass *e, void *arg) {
    ScrCall *c = arg;
    const char *annotate = text_or_empty(c, 5);
    return edit_add_component(e, &(EditComponent){.type = text_or_empty(c, 1),
                                                  .name = text_or_empty(c, 0),
                                                  .prefixes = "",
                                                  .modifiers = code_of(c, 4),
                                                  .value = code_of(c, 3),
                                                  .comment = "",
                                                  .annotate = plain_code(c->s, annotate)});
}

static bool delete_component(EditClass *e, void *arg) { return edit_remove_component(e, text_or_empty(arg, 0)); }

static bool add_connection(EditClass *e, void *arg) {
    ScrCall *c = arg;
    return edit_add_connection(e, text_or_empty(c, 0), text_or_empty(c, 1), plain_code(c->s, text_or_empty(c, 3)));
}

static bool delete_connection(EditClass *e, void *arg) {
    return edit_remove_connection(e, text_or_empty(arg, 0), text_or_empty(arg, 1));
}

SCR_VERB(scr_v_addComponent) { return scr_boolean(c->s, change_class(c->s, scr_text_of(c, 2), add_component, c)); }
SCR_VERB(scr_v_deleteComponent) {
    return scr_boolean(c->s, change_class(c->s, scr_text_of(c, 1), delete_component, c));
}
SCR_VERB(scr_v_addConnection) { return scr_boolean(c->s, change_class(c->s, scr_text_of(c, 2), add_connection, c)); }
SCR_VERB(scr_v_deleteConnection) {
    return scr_boolean(c->s, change_class(c->s, scr_text_of(c, 2), delete_connection, c));
}

/* ---- whole classes ----------------------------------------------------------------------------------------------- */

static bool remove_class(EditClass *e, void *arg) { return (void)arg, edit_remove_class(e); }
static bool add_class(EditClass *e, void *arg) { return edit_add_class(e, arg); }

bool scr_remove_class(Script *s, const char *name) {
    ScrClassText t;
    if (!scr_class_text(s, name, &t)) return false;
    const SynFile *f = t.syn->file;
    const char *path = base_strdup(&s->scratch, t.path);
    bool alone = f->classes && f->classes->cls == t.syn && !f->classes->next;
    if (alone) ses_unload(s->session, path);
    return alone || change_class(s, name, remove_class, NULL);
}

SCR_VERB(scr_v_deleteClass) {
    const char *name = scr_text_of(c, 0);
    bool ok = scr_remove_class(c->s, name);
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
    char *text = base_sprintf(&c->s->scratch, "%s %s\nend %s", kind, dot + 1, dot + 1);
    return scr_boolean(c->s,
                       change_class(c->s, base_strndup(&c->s->scratch, name, (size_t)(dot - name)), add_class, text));
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
    return scr_boolean(c->s, change_class(c->s, within, add_class, (char *)(uintptr_t)text));
}
