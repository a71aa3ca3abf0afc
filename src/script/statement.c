/* statement.c - assignments, if, for and while of scripts. */
#include "script/script_impl.h"

#include <string.h>

/* v with the part that the subscripts and fields of a reference name replaced; NULL after reporting. */
static ScrValue *replaced(Script *s, const ScrValue *v, const SynCref *c, uint32_t part, uint32_t sub, ScrValue *with) {
    const SynPart *p = &c->parts[part];
    if (sub < p->nsubs) {
        ScrValue *at = scr_evaluate(s, p->subs[sub]);
        if (!at) return NULL;
        int64_t k = (int64_t)scr_number(at);
        if (!scr_element(v, k))
            return scr_error(s, "SCR0004", p->subs[sub]->span, "there is no element %lld: the array has %zu",
                             (long long)k, v->kind == SCR_ARRAY ? v->n : 0);
        ScrValue *copy = scr_deep(&s->scratch, v);
        ScrValue *item = replaced(s, copy->items[k - 1], c, part, sub + 1, with);
        if (!item) return NULL;
        copy->items[k - 1] = scr_deep(&s->scratch, item);
        scr_promote(copy);
        return copy;
    }
    if (part + 1 == c->n) return with;
    const char *name = base_str(s->ctx->names, c->parts[part + 1].name);
    ScrValue *copy = scr_deep(&s->scratch, v);
    for (size_t i = 0; copy->kind == SCR_RECORD && i < copy->n; i++) {
        if (strcmp(copy->fields[i], name) != 0) continue;
        copy->items[i] = replaced(s, copy->items[i], c, part + 1, 0, with);
        return copy->items[i] ? copy : NULL;
    }
    return scr_error(s, "SCR0004", c->parts[part + 1].span, "there is no field %s", name);
}

static bool assign(Script *s, const SynExpr *to, ScrValue *v) {
    if (!to) return true;
    if (to->kind != SYN_CREF) {
        scr_error(s, "SCR0003", to->span, "only a variable can be assigned to");
        return false;
    }
    const char *name = base_str(s->ctx->names, to->cref.parts[0].name);
    if (to->cref.n > 1 || to->cref.parts[0].nsubs) {
        ScrVariable *old = scr_find(s, name);
        if (!old) {
            scr_error(s, "SCR0003", to->span, "there is no variable %s", name);
            return false;
        }
        v = replaced(s, old->value, &to->cref, 0, 0, v);
        if (!v) return false;
    }
    scr_set(s, name, v);
    return true;
}

static ScrFlow run_assignment(Script *s, const SynStatement *st, ScrValue **answer) {
    ScrValue *v = scr_evaluate(s, st->rhs);
    if (!v) return SCR_FAILED;
    *answer = v;
    if (st->lhs->kind != SYN_TUPLE) {
        if (v->kind == SCR_TUPLE && v->n) *answer = v = v->items[0];
        return assign(s, st->lhs, v) ? SCR_GO_ON : SCR_FAILED;
    }
    if (v->kind != SCR_TUPLE || v->n < st->lhs->nargs) {
        scr_error(s, "SCR0003", st->span, "%u variables cannot be assigned from %zu values", st->lhs->nargs,
                  v->kind == SCR_TUPLE ? v->n : (size_t)1);
        return SCR_FAILED;
    }
    for (uint32_t i = 0; i < st->lhs->nargs; i++)
        if (!assign(s, st->lhs->args[i], v->items[i])) return SCR_FAILED;
    return SCR_GO_ON;
}

static ScrFlow run_all(Script *s, const SynStatement *list) {
    ScrValue *unused = NULL;
    for (const SynStatement *st = list; st; st = st->next) {
        ScrFlow flow = scr_statement(s, st, &unused);
        if (flow != SCR_GO_ON) return flow;
    }
    return SCR_GO_ON;
}

static bool is_true(Script *s, const SynExpr *e, bool *is) {
    ScrValue *v = scr_evaluate(s, e);
    if (!v) return false;
    *is = v->kind == SCR_BOOLEAN && v->integer;
    if (v->kind != SCR_BOOLEAN) scr_error(s, "SCR0003", e->span, "a condition must be Boolean");
    return v->kind == SCR_BOOLEAN;
}

static ScrFlow run_if(Script *s, const SynStatement *st) {
    for (uint32_t i = 0; i < st->nbranches; i++) {
        bool is = true;
        if (st->branches[i].condition && !is_true(s, st->branches[i].condition, &is)) return SCR_FAILED;
        if (is) return run_all(s, st->branches[i].statements);
    }
    return SCR_GO_ON;
}

/* The scratch arena is emptied after each round: what lives on is in variables. */
static ScrFlow run_for(Script *s, const SynStatement *st, uint32_t level) {
    if (level == st->niterators) return run_all(s, st->body);
    const SynIterator *it = &st->iterators[level];
    const char *name = base_str(s->ctx->names, it->name);
    ScrVariable *outer = scr_find(s, name);
    Arena kept = {0};
    ScrValue *saved = outer ? scr_deep(&kept, outer->value) : NULL;
    ScrValue *range = it->range ? scr_deep(&kept, scr_evaluate(s, it->range)) : NULL;
    ScrFlow flow = range && range->kind == SCR_ARRAY ? SCR_GO_ON : SCR_FAILED;
    if (range && flow == SCR_FAILED) scr_error(s, "SCR0003", it->span, "%s must run over a vector", name);
    for (size_t i = 0; flow == SCR_GO_ON && i < range->n; i++) {
        if (scr_interrupted(s)) {
            flow = SCR_FAILED;
            break;
        }
        ArenaMark mark = base_mark(&s->scratch);
        scr_set(s, name, range->items[i]);
        flow = run_for(s, st, level + 1);
        base_release(&s->scratch, mark);
    }
    scr_set(s, name, saved);
    base_free_arena(&kept);
    return flow == SCR_LEAVE_LOOP ? SCR_GO_ON : flow;
}

static ScrFlow run_while(Script *s, const SynStatement *st) {
    ScrFlow flow = SCR_GO_ON;
    for (bool is = true; flow == SCR_GO_ON && is && !s->ended;) {
        if (scr_interrupted(s)) return SCR_FAILED;
        ArenaMark mark = base_mark(&s->scratch);
        if (!is_true(s, st->lhs, &is)) flow = SCR_FAILED;
        else if (is) flow = run_all(s, st->body);
        base_release(&s->scratch, mark);
    }
    return flow == SCR_LEAVE_LOOP ? SCR_GO_ON : flow;
}

ScrFlow scr_statement(Script *s, const SynStatement *st, ScrValue **answer) {
    switch ((SynStatementKind)st->kind) {
    case SYN_ST_ASSIGN: return run_assignment(s, st, answer);
    case SYN_ST_CALL: *answer = scr_evaluate(s, st->lhs); return *answer ? SCR_GO_ON : SCR_FAILED;
    case SYN_ST_IF: return run_if(s, st);
    case SYN_ST_FOR: return run_for(s, st, 0);
    case SYN_ST_WHILE: return run_while(s, st);
    case SYN_ST_BREAK: return SCR_LEAVE_LOOP;
    case SYN_ST_RETURN: return SCR_LEAVE;
    case SYN_ST_WHEN: break;
    }
    scr_error(s, "SCR0003", st->span, "a when statement needs time: it stands in models");
    return SCR_FAILED;
}
