/* verb_class.c - verbs that look into classes. */
#include "script/script_impl.h"

#include <string.h>

static bool describe(ScrCall *c, causeway_class_info *info) {
    const char *name = scr_text_of(c, 0);
    return name && scr_class(c->s, name) && causeway_describe_class(c->s->session, name, info) == CAUSEWAY_OK;
}

SCR_VERB(scr_v_existClass) { return scr_boolean(c->s, scr_class(c->s, scr_text_of(c, 0)) != NULL); }

SCR_VERB(scr_v_getClassRestriction) {
    causeway_class_info info = {.size = sizeof info};
    if (!describe(c, &info)) return scr_string(c->s, "");
    return scr_string(c->s, base_sprintf(&c->s->scratch, "%s%s%s", info.encapsulated ? "encapsulated " : "",
                                         info.partial ? "partial " : "", info.restriction));
}

SCR_VERB(scr_v_getClassComment) {
    causeway_class_info info = {.size = sizeof info};
    return scr_string(c->s, describe(c, &info) ? info.description : "");
}

/* isModel, isPackage, ...: the restriction stands in the name of the verb. */
SCR_VERB(scr_v_isKind) {
    causeway_class_info info = {.size = sizeof info};
    bool is = false;
    if (describe(c, &info)) {
        const char *kind = strrchr(info.restriction, ' ');
        kind = kind ? kind + 1 : info.restriction;
        is = strcasecmp(c->verb->name + 2, kind) == 0;
    }
    return scr_boolean(c->s, is);
}

SCR_VERB(scr_v_isPartial) {
    causeway_class_info info = {.size = sizeof info};
    return scr_boolean(c->s, describe(c, &info) && info.partial);
}

SCR_VERB(scr_v_isExperiment) {
    causeway_class_info info = {.size = sizeof info};
    ScrClassText t;
    bool is = describe(c, &info) && !info.partial && scr_class_text(c->s, scr_text_of(c, 0), &t) &&
              (t.syn->restriction == SYN_MODEL || t.syn->restriction == SYN_BLOCK || t.syn->restriction == SYN_CLASS) &&
              syn_annotation(t.syn->annotation, t.ctx->names, "experiment.StopTime") != NULL;
    return scr_boolean(c->s, is);
}

/* ---- components -------------------------------------------------------------------------------------------------- */

static size_t components(ScrCall *c, const causeway_component_info *const **info, bool inherited) {
    size_t n = 0, kept = 0;
    const char *name = scr_text_of(c, 0);
    *info = NULL;
    if (!name || !scr_class(c->s, name)) return 0;
    if (causeway_components(c->s->session, name, &n, info) != CAUSEWAY_OK) return 0;
    const causeway_component_info **own = BASE_ARRAY(&c->s->scratch, const causeway_component_info *, n + 1);
    for (size_t i = 0; i < n; i++)
        if (inherited || !(*info)[i]->inherited) own[kept++] = (*info)[i];
    *info = own;
    return kept;
}

/* The declaration of an own component, or NULL. */
static const SynElement *element_of(const ScrClassText *t, const char *name) {
    for (const SynElement *e = t->syn->elements; e; e = e->next)
        if (e->kind == SYN_COMPONENT && strcmp(base_str(t->ctx->names, e->name), name) == 0) return e;
    return NULL;
}

/* "[3, 2]" as {3, 2}, each as it is written. */
static ScrValue *dimensions(Script *s, const char *text) {
    ScrValue *a = scr_array(s, SCR_NAME, 32);
    a->n = 0;
    if (!text || !*text) return a;
    const char *at = text + 1;
    int depth = 0;
    for (const char *p = at; *p && a->n < 32; p++) {
        if (strchr("([{", *p)) depth++;
        if (depth == 0 && (*p == ',' || *p == ']')) {
            while (*at == ' ') at++;
            a->items[a->n++] = scr_name(s, base_strndup(&s->scratch, at, (size_t)(p - at)));
            at = p + 1;
        }
        if (strchr(")]}", *p)) depth--;
    }
    return a;
}

/* {type, name, comment, "public", final, flow, stream, replaceable, variability, inner or outer, direction, {sizes}} */
static ScrValue *component_row(ScrCall *c, const ScrClassText *t, const causeway_component_info *i, bool strings) {
    Script *s = c->s;
    const SynElement *e = element_of(t, i->name);
    uint32_t p = e ? e->prefixes : 0;
    ScrValue *row = scr_array(s, SCR_NAME, 12);
    row->items[0] = strings ? scr_string(s, i->type) : scr_name(s, i->type);
    row->items[1] = strings ? scr_string(s, i->name) : scr_name(s, i->name);
    row->items[2] = scr_string(s, i->description);
    row->items[3] = scr_string(s, i->visibility);
    row->items[4] = scr_boolean(s, p & SYN_FINAL);
    row->items[5] = scr_boolean(s, p & SYN_FLOW);
    row->items[6] = scr_boolean(s, p & SYN_STREAM);
    row->items[7] = scr_boolean(s, i->replaceable);
    row->items[8] = scr_string(s, *i->variability ? i->variability : "unspecified");
    row->items[9] = scr_string(s, p & SYN_INNER   ? p & SYN_OUTER ? "innerouter" : "inner"
                                  : p & SYN_OUTER ? "outer"
                                                  : "none");
    row->items[10] = scr_string(s, *i->causality ? i->causality : "unspecified");
    row->items[11] = dimensions(s, i->dimensions);
    return row;
}

SCR_VERB(scr_v_getComponents) {
    const causeway_component_info *const *info;
    ScrClassText t;
    size_t n = components(c, &info, false);
    if (!scr_class_text(c->s, scr_text_of(c, 0), &t)) return scr_array(c->s, SCR_NAME, 0);
    ScrValue *a = scr_array(c->s, SCR_NAME, n);
    for (size_t i = 0; i < n; i++) a->items[i] = component_row(c, &t, info[i], scr_flag(c, 1, false));
    return a;
}

SCR_VERB(scr_v_getComponentCount) {
    const causeway_component_info *const *info;
    return scr_integer(c->s, (int64_t)components(c, &info, false));
}

SCR_VERB(scr_v_getNthComponent) {
    const causeway_component_info *const *info;
    size_t n = components(c, &info, false), k = (size_t)scr_number(c->at[1]);
    if (k < 1 || k > n) return scr_error(c->s, "SCR0004", c->call->span, "there are %zu components", n);
    ScrValue *row = scr_array(c->s, SCR_NAME, 3);
    row->items[0] = scr_name(c->s, info[k - 1]->type);
    row->items[1] = scr_name(c->s, info[k - 1]->name);
    row->items[2] = scr_string(c->s, info[k - 1]->description);
    return row;
}

SCR_VERB(scr_v_getParameterNames) {
    const causeway_component_info *const *info;
    size_t n = components(c, &info, true);
    ScrValue *a = scr_array(c->s, SCR_STRING, n);
    a->n = 0;
    for (size_t i = 0; i < n; i++)
        if (strcmp(info[i]->variability, "parameter") == 0 && strcmp(info[i]->visibility, "public") == 0)
            a->items[a->n++] = scr_string(c->s, info[i]->name);
    return a;
}

/* The value as it is written in the declaration, own or inherited. */
SCR_VERB(scr_v_getParameterValue) {
    const causeway_component_info *const *info;
    const char *name = scr_text_of(c, 1);
    size_t n = components(c, &info, true);
    for (size_t i = 0; i < n; i++)
        if (strcmp(info[i]->name, name) == 0) return scr_string(c->s, info[i]->binding ? info[i]->binding : "");
    return scr_string(c->s, "");
}

SCR_VERB(scr_v_isVariability) {
    const causeway_component_info *const *info;
    const char *name = scr_text_of(c, 0);
    c->at[0] = c->at[1]; /* the component stands in front of its class */
    size_t n = components(c, &info, true);
    for (size_t i = 0; i < n; i++)
        if (strcmp(info[i]->name, name) == 0)
            return scr_boolean(c->s, strcasecmp(c->verb->name + 2, info[i]->variability) == 0 ||
                                         strcasecmp(c->verb->name + 2, info[i]->visibility) == 0);
    return scr_boolean(c->s, false);
}

/* ---- bases and connections --------------------------------------------------------------------------------------- */

static const char *cref_text(Script *s, const ScrClassText *t, const SynCref *name) {
    Text out = {0};
    syn_print_cref(t->ctx->names, name, &out);
    const char *made = base_strdup(&s->scratch, base_text_str(&out));
    base_text_free(&out);
    return made;
}

/* Full name of a base class as it is found from the class; as written where it is not. */
static const char *base_name_of(Script *s, const ScrClassText *t, const SynCref *name) {
    Inst *in = ses_instances(s->session);
    Text full = {0};
    lib_full_name(t->cls, &full);
    InstClass *c = in ? inst_class_by_name(in, base_text_str(&full), (Span){0}) : NULL;
    base_text_free(&full);
    if (c) inst_prepare(c);
    InstClass *found = c ? inst_lookup_class_quiet(c, name) : NULL;
    return found && found->lib ? base_strdup(&s->scratch, inst_class_text(found)) : cref_text(s, t, name);
}

static size_t bases_of(Script *s, const char *class_name, ScrClassText *t, const char **names, size_t most) {
    size_t n = 0;
    if (!scr_class_text(s, class_name, t)) return 0;
    if (t->syn->form == SYN_SHORT) names[n++] = base_name_of(s, t, &t->syn->base);
    for (const SynElement *e = t->syn->elements; e && n < most; e = e->next)
        if (e->kind == SYN_EXTENDS) names[n++] = base_name_of(s, t, &e->type);
    return n;
}

static size_t bases(ScrCall *c, ScrClassText *t, const char **names, size_t most) {
    return bases_of(c->s, scr_text_of(c, 0), t, names, most);
}

SCR_VERB(scr_v_getInheritedClasses) {
    ScrClassText t;
    const char *names[64];
    size_t n = bases(c, &t, names, 64);
    ScrValue *a = scr_array(c->s, SCR_NAME, n);
    for (size_t i = 0; i < n; i++) a->items[i] = scr_name(c->s, names[i]);
    return a;
}

SCR_VERB(scr_v_getInheritanceCount) {
    ScrClassText t;
    const char *names[64];
    return scr_integer(c->s, (int64_t)bases(c, &t, names, 64));
}

SCR_VERB(scr_v_getNthInheritedClass) {
    ScrClassText t;
    const char *names[64];
    size_t n = bases(c, &t, names, 64), k = (size_t)scr_number(c->at[1]);
    if (k < 1 || k > n) return scr_error(c->s, "SCR0004", c->call->span, "there are %zu base classes", n);
    return scr_name(c->s, names[k - 1]);
}

static const SynEquation *connection(const ScrClassText *t, size_t k, size_t *n) {
    *n = 0;
    for (const SynEquation *q = t->syn->equations; q; q = q->next)
        if (q->kind == SYN_EQ_CONNECT && ++*n == k) return q;
    return NULL;
}

SCR_VERB(scr_v_getConnectionCount) {
    ScrClassText t;
    size_t n = 0;
    if (scr_class_text(c->s, scr_text_of(c, 0), &t)) connection(&t, SIZE_MAX, &n);
    return scr_integer(c->s, (int64_t)n);
}

SCR_VERB(scr_v_getNthConnection) {
    ScrClassText t;
    size_t n = 0;
    const SynEquation *q =
        scr_class_text(c->s, scr_text_of(c, 0), &t) ? connection(&t, (size_t)scr_number(c->at[1]), &n) : NULL;
    if (!q) return scr_array(c->s, SCR_STRING, 0);
    const char *texts[] = {cref_text(c->s, &t, &q->lhs->cref), cref_text(c->s, &t, &q->rhs->cref), ""};
    return scr_strings(c->s, texts, 3);
}

/* An item of the experiment annotation of a class, else of its base classes in order; NULL: none has it. */
static ScrValue *experiment_item(ScrCall *c, const char *class_name, const char *item, int depth) {
    ScrClassText t;
    const char *names[64];
    if (depth > 20 || !scr_class_text(c->s, class_name, &t)) return NULL;
    const SynMod *m =
        syn_annotation(t.syn->annotation, t.ctx->names, base_sprintf(&c->s->scratch, "experiment.%s", item));
    if (m && m->mod && m->mod->value) {
        Text text = {0};
        syn_print_expr(t.ctx->names, m->mod->value, &text);
        ScrValue *v = scr_evaluate_text(c->s, base_text_str(&text));
        base_text_free(&text);
        return v;
    }
    ScrValue *found = NULL;
    size_t n = bases_of(c->s, class_name, &t, names, 64);
    for (size_t i = 0; i < n && !found; i++) found = experiment_item(c, names[i], item, depth + 1);
    return found;
}

/* (startTime, stopTime, tolerance, numberOfIntervals, interval) as the experiment annotation says. */
SCR_VERB(scr_v_getSimulationOptions) {
    static const char *const items[] = {"StartTime", "StopTime", "Tolerance", "NumberOfIntervals", "Interval"};
    double value[5] = {0, 1, 1e-6, 500, 0};
    bool given[5] = {0};
    for (int i = 0; i < 5; i++) {
        ScrValue *v = experiment_item(c, scr_text_of(c, 0), items[i], 0);
        if (v) value[i] = scr_number(v), given[i] = true;
    }
    if (given[4] && !given[3] && value[4] > 0) value[3] = (double)(int64_t)((value[1] - value[0]) / value[4] + 0.5);
    if (!given[4]) value[4] = (value[1] - value[0]) / value[3];
    ScrValue *r = scr_tuple(c->s, 5);
    for (int i = 0; i < 5; i++) r->items[i] = i == 3 ? scr_integer(c->s, (int64_t)value[i]) : scr_real(c->s, value[i]);
    return r;
}
