/* parameter.c - values given from outside: -p NAME=VALUE, and modifiers behind the name of a class.
 *
 * A value of a parameter is a modification of the model during translation.  A translation made without it, or with
 * another value, holds all the same when the value can be set for a run (rt_settable) and translation would have gone
 * the same way with it (sym_fits).  x.start is the start value of x; x itself, no parameter, is refused.
 */
#include "session/session_impl.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

/* ---- in translation ---------------------------------------------------------------------------------------------- */

/* The component whose value, or start value, a dotted name means: a parameter of the model, or a variable (NULL for
 * subscripts, other variables, unknown names: these are left to the runtime, which sets values by variable and reports
 * what does not exist). */
static InstComp *component_of_path(Inst *inst, InstClass *model, const char *name, size_t n) {
    const char *end = name + n;
    for (InstClass *c = model; c;) {
        size_t length = 0;
        while (name + length < end && (isalnum((unsigned char)name[length]) || name[length] == '_')) length++;
        InstElement *e = inst_find(c, base_intern(inst->ctx->names, name, length));
        InstComp *comp = e && e->kind == SYN_COMPONENT ? inst_component(c, e) : NULL;
        if (!comp || length == 0) return NULL;
        name += length;
        bool parameter = comp->variability <= INST_VAR_PARAMETER;
        if (name == end) return parameter && comp->type.base != INST_RECORD ? comp : NULL;
        if (end - name == 6 && memcmp(name, ".start", 6) == 0 && comp->type.base <= INST_ENUM)
            return parameter ? NULL : comp;
        if (*name++ != '.' || comp->type.ndims) return NULL;
        c = comp->cls;
    }
    return NULL;
}

/* A literal of an enumeration by its own name, or behind a name of the type that is known in the model only: with the
 * full name of the type. */
static const char *full_literal(Inst *inst, const InstComp *c, const char *value) {
    const char *dot = strrchr(value, '.'), *word = dot ? dot + 1 : value;
    if (c->type.base != INST_ENUM || c->type.ndims) return value;
    for (uint32_t i = 0; i < inst_enum_size(c->type.cls); i++) {
        const char *literal = inst_name(inst, inst_enum_literal(c->type.cls, i));
        if (strcmp(literal, word) == 0)
            return base_sprintf(&inst->ctx->arena, "%s.%s", inst_class_text(c->type.cls), literal);
    }
    return value;
}

/* "0,5" is no expression: what was meant is told. */
static bool refuse_comma(Context *ctx, const char *name, const char *value) {
    size_t whole = strspn(value, "+-0123456789"), n = value[whole] == ',' ? strspn(value + whole + 1, "0123456789") : 0;
    if (!whole || !n || value[whole + 1 + n]) return false;
    Diag *d =
        base_error(ctx, "RT0003", (Span){0}, "parameter '%s' expects a number; '%s' uses a decimal comma", name, value);
    base_hint(ctx, d, "write %s=%.*s.%s", name, (int)whole, value, value + whole + 1);
    return true;
}

bool ses_modifiers(SesModel *m, Inst *inst, LibClass *cls, InstMod **mods) {
    const VecStr *given = &m->asked->parameters;
    Arena *a = &m->ctx->arena;
    const char *text;
    ses_split_word(m->ctx, m->asked, m->asked->subject, &text);
    InstMod *root = text ? inst_mod_text(inst, text) : NULL;
    if (text && base_error_count(m->ctx)) return false;
    m->set = BASE_ARRAY(a, bool, given->n + 1);
    InstClass *plain = given->n ? inst_model(inst, cls, root) : NULL;
    for (size_t i = 0; plain && i < given->n; i++) {
        const char *word = given->at[i], *equals = strchr(word, '=');
        InstComp *c = equals ? component_of_path(inst, plain, word, (size_t)(equals - word)) : NULL;
        if (!c) continue;
        const char *name = base_strndup(a, word, (size_t)(equals - word));
        if (refuse_comma(m->ctx, name, equals + 1)) return false;
        InstMod *with = inst_mod_option(inst, root, name, full_literal(inst, c, equals + 1));
        if (!with) return false;
        root = with;
        m->set[i] = true;
    }
    *mods = root;
    return true;
}

/* ---- in the cache ------------------------------------------------------------------------------------------------ */

void ses_put_parameters(const SesModel *m, Blob *b) {
    uint64_t n = m->asked->parameters.n;
    base_blob_put(b, &n, sizeof n);
    for (size_t i = 0; i < n; i++) {
        uint64_t applied = m->set && m->set[i];
        base_blob_text(b, m->asked->parameters.at[i]);
        base_blob_put(b, &applied, sizeof applied);
    }
}

/* Which values the stored translation has in it (m->set), and which it has with another value (other). */
void ses_take_parameters(SesModel *m, BlobReader *reader, bool *other) {
    const VecStr *now = &m->asked->parameters;
    uint64_t n;
    base_blob_take_into(reader, &n, sizeof n);
    if (n != now->n && n != 0) reader->bad = true;
    for (size_t i = 0; n == 0 && i < now->n; i++) other[i] = true; /* the model's own value */
    for (uint64_t i = 0; i < n && !reader->bad; i++) {
        const char *then = base_blob_take_text(reader, &m->ctx->arena);
        uint64_t applied;
        base_blob_take_into(reader, &applied, sizeof applied);
        m->set[i] = applied && then && strcmp(then, now->at[i]) == 0;
        other[i] = !m->set[i]; /* of what was not applied nothing is known */
    }
}

/* The variable that a word NAME=VALUE, or NAME.start=VALUE, is about. */
static const char *name_of(const SesModel *m, const char *word, const char *equals) {
    const char *name = base_strndup(&m->ctx->arena, word, (size_t)(equals - word));
    size_t n = strlen(name);
    if (n <= 6 || strcmp(name + n - 6, ".start") != 0 || md_find(m->gen->description, name)) return name;
    const char *short_name = base_strndup(&m->ctx->arena, name, n - 6);
    MdVar v = md_find(m->gen->description, short_name);
    return v && m->gen->description->vars[v].kind > MD_KIND_PARAMETER ? short_name : name;
}

/* Can a value be given for this run?  A start value always can; of parameters it is noted in given. */
static bool can_be_set(const SesModel *m, const char *word, double *given) {
    const char *equals = strchr(word, '=');
    MdVar var;
    double value;
    if (!equals) return false;
    bool settable = rt_settable(m->gen->description, name_of(m, word, equals), equals + 1, &var, &value);
    if (settable) given[var] = value;
    if (settable || !var) return settable;
    const DaeVariable *v = &m->dae->vars.at[var]; /* what a clocked one starts with is part of its equations */
    return v->kind > DAE_KIND_PARAMETER && !(v->kind == DAE_KIND_DISCRETE && v->flags & DAE_CLOCKED);
}

bool ses_parameters_fit(const SesModel *m, const bool *other) {
    const VecStr *now = &m->asked->parameters;
    bool fit = true, any = false;
    for (size_t i = 0; i < now->n; i++) any |= other[i];
    if (!any) return true;
    double *given = base_realloc(NULL, m->dae->vars.n * sizeof *given);
    for (size_t k = 0; k < m->dae->vars.n; k++) given[k] = NAN;
    for (size_t i = 0; i < now->n && fit; i++)
        if (other[i]) fit = can_be_set(m, now->at[i], given);
    fit = fit && sym_fits(m->sym, given);
    base_realloc(given, 0);
    return fit;
}

/* ---- for a run --------------------------------------------------------------------------------------------------- */

bool ses_set_parameters(const SesModel *m, Runtime *rt) {
    bool ok = true;
    for (size_t i = 0; i < m->asked->parameters.n; i++) {
        const char *word = m->asked->parameters.at[i], *equals = strchr(word, '=');
        if (m->set && m->set[i]) continue;
        if (!equals) {
            base_error(m->ctx, "TOOL0009", (Span){0}, "-p wants NAME=VALUE, not '%s'", word);
            ok = false;
            continue;
        }
        const char *name = name_of(m, word, equals), *place = i < m->asked->places.n ? m->asked->places.at[i] : "";
        if (*place && !rt_find(rt, name)) {
            base_error(m->ctx, "RT0001", (Span){0}, "%s: there is no variable '%s' in %s", place, name,
                       base_str(m->ctx->names, m->dae->model));
            ok = false;
            continue;
        }
        bool start = strlen(name) < (size_t)(equals - word); /* NAME.start, of a translation that has another one */
        ok &= (start || rt_takes_value(rt, name)) && rt_set_parameter(rt, name, equals + 1);
    }
    return ok;
}

bool ses_change_parameters(const SesModel *m, Runtime *rt) {
    bool ok = true;
    for (size_t i = 0; ok && i < m->asked->parameters.n; i++) {
        const char *word = m->asked->parameters.at[i], *equals = strchr(word, '=');
        MdVar var = 0;
        double value;
        if (!equals) continue;
        const char *name = base_strndup(&m->ctx->arena, word, (size_t)(equals - word));
        if (rt_settable(m->gen->description, name, equals + 1, &var, &value) && !isnan(value) &&
            rt_value(rt, var) != value)
            ok = rt_set(rt, var, value);
    }
    return ok;
}
