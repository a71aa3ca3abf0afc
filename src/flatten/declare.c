/* declare.c - variables, their attributes and their bindings.
 *
 * Before: the instance tree.  After flat_declare every leaf component has its range of variables with attributes;
 * after flat_bindings every value given in a declaration is a start value, a parameter binding or an equation.
 */
#include "flatten/flatten_impl.h"

#include <math.h>

/* ---- values given to components, element by element -------------------------------------------------------------- */

/* Called for each element of a component: `linear` counts over all dimensions of the path, `e` are the scalars of the
 * value for that element. */
typedef void (*OnValue)(Flat *f, InstComp *c, uint64_t linear, const FlatVal *e, void *arg);

typedef struct {
    InstComp *c;
    InstExpr *value;
    uint64_t inner; /* elements of c that one evaluation of value covers */
    OnValue on;
    void *arg;
    bool stop;
    bool evaluate; /* the value is wanted as numbers, where they can be known now */
} Spread;

static bool scalars_of(Flat *f, const Spread *s, FlatVal *out) {
    InstValue *known = s->evaluate ? flat_eval(f, s->value, INST_EVAL_SILENT | INST_EVAL_MARK) : NULL;
    if (known && flat_from_value(f, known, out)) return true;
    bool whole = s->inner == flat_dims(&s->c->type);
    return whole ? flat_value_sized(f, s->value, &s->c->type, out) : flat_value(f, s->value, out);
}

static void spread_value(Flat *f, Spread *s) {
    if (s->stop || !s->inner) /* nothing to give to an empty array */
        return;
    ArenaMark mark = base_mark(&f->temp);
    FlatVal v;
    if (!scalars_of(f, s, &v)) {
        s->stop = true;
    } else if (v.n % s->inner) {
        flat_error(f, "FLAT0050", s->value->span, "the value of '%s' has %u scalars for %llu elements",
                   base_str(f->ctx->names, s->c->name), v.n, (unsigned long long)s->inner);
        s->stop = true;
    } else {
        uint64_t outer = flat_linear(f, s->c) / s->inner * s->inner;
        uint32_t per = (uint32_t)(v.n / s->inner);
        for (uint64_t i = 0; i < s->inner; i++) {
            FlatVal one = {v.type, v.e + i * per, per};
            s->on(f, s->c, outer + i, &one, s->arg);
        }
    }
    base_release(&f->temp, mark);
    dae_pool_release(&f->pool, (DaePoolMark){1, 0});
}

/* Array components on the path of c, outermost first, down to (not including) `from`; from NULL: c included. */
static uint32_t outer_arrays(InstComp *c, InstComp *from, InstComp **at) {
    uint32_t n = 0;
    InstComp *chain[256];
    uint32_t depth = 0;
    for (InstComp *k = c; k && depth < 256; k = k->parent->owner) chain[depth++] = k;
    for (uint32_t i = depth; i-- > 0;) {
        InstComp *k = chain[i];
        if (from && (k == from || (k->array && k->array == from))) break;
        if (k->type.ndims && !k->elements && !k->array && !k->members) at[n++] = k;
    }
    return n;
}

typedef struct {
    InstComp **arrays;
    uint32_t n;
    Spread *s;
} Nest;

static void nest_visit(Flat *f, InstComp *c, void *arg) {
    (void)c;
    Nest *nest = arg;
    if (!nest->n) {
        spread_value(f, nest->s);
        return;
    }
    Nest inner = {nest->arrays + 1, nest->n - 1, nest->s};
    flat_each_element(f, nest->arrays[0], nest_visit, &inner);
}

/* Arrays outside `from` that are already being visited keep their current index. */
static void spread(Flat *f, InstComp *c, InstComp *from, InstExpr *value, OnValue on, void *arg, bool evaluate) {
    InstComp *arrays[256];
    uint32_t n = outer_arrays(c, from, arrays);
    uint64_t inner = 1;
    bool inside = false;
    InstComp *chain[256];
    uint32_t depth = 0;
    for (InstComp *k = c; k && depth < 256; k = k->parent->owner) chain[depth++] = k;
    for (uint32_t i = depth; i-- > 0;) {
        InstComp *k = chain[i];
        inside = inside || (from && (k == from || k->array == from));
        if (inside && k->type.ndims && !k->array && !k->members) inner *= flat_dims(&k->type);
    }
    Spread s = {c, value, inner, on, arg, false, evaluate};
    Nest nest = {arrays, n, &s};
    nest_visit(f, c, &nest);
}

/* ---- declaration ------------------------------------------------------------------------------------------------- */

static DaeKind kind_of(const InstComp *c) {
    if (c->variability == INST_VAR_CONSTANT) return DAE_KIND_CONSTANT;
    if (c->variability <= INST_VAR_PARAMETER) return DAE_KIND_PARAMETER;
    if (c->variability == INST_VAR_DISCRETE || c->type.base != INST_REAL) return DAE_KIND_DISCRETE;
    return DAE_KIND_CONTINUOUS;
}

/* Is c, inside `second` of a component of the model, seen as an input or output from outside? */
static uint32_t signal_of(const InstComp *c, const InstComp *second) {
    bool connector = second->cls && second->cls->restriction == SYN_CONNECTOR;
    uint32_t prefixes = second->prefixes | (connector ? c->prefixes : 0);
    if (second->prefixes & SYN_PROTECTED) return 0;
    return prefixes & SYN_INPUT ? DAE_SIGNAL_IN : prefixes & SYN_OUTPUT ? DAE_SIGNAL_OUT : 0;
}

static uint16_t flags_of(Flat *f, const InstComp *c) {
    uint32_t flags = 0;
    bool top = c->parent->owner == NULL;
    bool open = c->variability > INST_VAR_PARAMETER; /* an input with a binding is not known from outside */
    const InstComp *outermost = c, *second = NULL;   /* in the model, and in that component of it */
    if (top && c->prefixes & SYN_OUTPUT) flags |= DAE_OUTPUT;
    for (const InstComp *k = c; k; k = k->parent->owner) {
        if (k->prefixes & SYN_PROTECTED) flags |= DAE_PROTECTED;
        if (k->hide_result) flags |= DAE_HIDDEN;
        open = open && !k->binding.value;
        if (k != c) second = outermost;
        outermost = k;
    }
    /* Of a public input at top level, or of an input in a connector there (a protected one is wired inside). */
    bool connector = outermost->cls && (outermost->cls->restriction == SYN_CONNECTOR ||
                                        outermost->cls->restriction == SYN_EXPANDABLE_CONNECTOR);
    bool input = outermost->prefixes & SYN_INPUT || (connector && c->prefixes & SYN_INPUT);
    if (open && input && !(flags & DAE_PROTECTED)) flags |= DAE_INPUT;
    /* Inside a connector a value is an equation of the model; the input itself comes from outside all the same (4.8) */
    if (!open && connector && !outermost->cls->builtin && c->variability > INST_VAR_PARAMETER &&
        c->prefixes & SYN_INPUT && !(flags & DAE_PROTECTED))
        f->dae->open_unknowns += (uint32_t)flat_dims(&c->type);
    if (second && c->variability > INST_VAR_PARAMETER) flags |= signal_of(c, second);
    if (c->prefixes & SYN_FLOW) flags |= DAE_FLOW;
    if (c->variability <= INST_VAR_PARAMETER) {
        flags |= DAE_FIXED;
        if (c->prefixes & SYN_FINAL || c->binding.final) flags |= DAE_FINAL;
        if (c->structural || c->evaluate || c->variability == INST_VAR_PARAMETER_EVALUATED)
            flags |= DAE_STRUCTURAL | DAE_FINAL;
    }
    return (uint16_t)flags;
}

uint32_t flat_enum_type(Flat *f, const InstType *t) {
    if (t->base != INST_ENUM || !t->cls || !t->cls->syn) return 0;
    Text name = {0};
    inst_class_path(t->cls, &name);
    Name full = base_name(f->ctx->names, base_text_str(&name));
    base_text_free(&name);
    for (uint32_t i = 1; i < f->dae->enums.n; i++)
        if (f->dae->enums.at[i].name == full) return i;
    SynClass *syn = t->cls->syn;
    while (syn->form != SYN_ENUMERATION && t->cls->nbases && t->cls->bases[0]->syn) syn = t->cls->bases[0]->syn;
    DaeEnum e = {.name = full, .n = syn->nliterals};
    e.literals = BASE_ARRAY(f->dae->arena, Name, syn->nliterals + 1);
    for (uint32_t i = 0; i < syn->nliterals; i++) e.literals[i] = syn->literals[i].name;
    if (!f->dae->enums.n) vec_push(&f->dae->enums, ((DaeEnum){0}));
    vec_push(&f->dae->enums, e);
    return (uint32_t)f->dae->enums.n - 1;
}

static Name text_attr(Flat *f, InstComp *c, InstAttr a) {
    InstExpr *e = c->attrs[a]->value ? inst_attr_expr(c, a) : NULL;
    if (!e) return 0;
    if (e->kind == INST_E_STRING) return e->string;
    InstValue *v = flat_eval(f, e, INST_EVAL_SILENT);
    return v && v->type.base == INST_STRING && v->n ? v->str[0] : 0;
}

/* Attributes that may differ between the elements of an array. */
typedef struct {
    InstAttr which;
} AttrTarget;

/* Of the modifier that gives the value of c, or an attribute (attr -1: the value). */
static Span value_span(InstComp *c, int attr) {
    const FlatComp *fc = c->extra;
    Span span = attr < 0 ? c->binding.span : c->attrs[attr]->span;
    return fc && fc->group ? inst_member_span(c, attr, flat_member(fc->group), span) : span;
}

/* A scalar as an operand: a constant, a variable, or a hidden parameter bound to the expression. */
static DaeOperand as_operand(Flat *f, DaeExpr e, DaeVar of, const char *what, Span span) {
    double x;
    if (dae_is_const(&f->pool, e, &x)) return dae_constant(f->dae, x);
    const DaeNode *n = dae_at(&f->pool, e);
    if (n->op == DAE_VAR) return n->id;
    DaeVariable v = f->dae->vars.at[of];
    v.name = dae_name(f->dae, v.name, base_name(f->ctx->names, what), NULL, 0);
    v.kind = DAE_KIND_PARAMETER;
    v.flags = DAE_HIDDEN | DAE_FINAL | DAE_FIXED;
    v.start = DAE_NO_OPERAND;
    v.derivative = v.pre = v.of = 0;
    DaeVar p = dae_add_var(f->dae, &v);
    DaeExpr target = flat_var_expr(f, p);
    DaeExpr root = dae_op2(&f->pool, DAE_ASSIGN, target, e);
    dae_add_equation(f->dae, &f->dae->bindings, &f->pool, root, &p, 1, flat_origin(f, span));
    return p;
}

static void set_attr(Flat *f, InstComp *c, uint64_t linear, const FlatVal *e, void *arg) {
    AttrTarget *t = arg;
    DaeVar var = flat_var(c, linear);
    if (!e->n) return;
    DaeVariable *v = &f->dae->vars.at[var];
    double x = 0;
    bool known = dae_is_const(&f->pool, e->e[0], &x);
    Span span = value_span(c, (int)t->which);
    if (t->which == INST_ATTR_START) {
        v->flags |= DAE_HAS_START;
        if (v->base == DAE_OBJECT) return;
        DaeOperand o = as_operand(f, e->e[0], var, "$start", span);
        f->dae->vars.at[var].start = o;
        return;
    }
    if (t->which == INST_ATTR_FIXED) {
        if (known && x == 0 && c->variability == INST_VAR_CONSTANT)
            flat_error(f, "FLAT0021", span, "'fixed' of the constant '%s' cannot be false (MLS 8.6)",
                       base_str(f->ctx->names, c->name));
        if (known && x != 0) v->flags |= DAE_FIXED;
        else if (known) v->flags &= (uint16_t)~DAE_FIXED;
        else
            flat_error(f, "FLAT0021", span, "'fixed' of '%s' must be known during translation",
                       base_str(f->ctx->names, c->name));
        return;
    }
    DaeAttrs attrs = f->dae->attrs.at[v->attrs];
    if (t->which == INST_ATTR_STATE_SELECT) {
        static const uint8_t order[] = {DAE_SS_DEFAULT, DAE_SS_NEVER,  DAE_SS_AVOID,
                                        DAE_SS_DEFAULT, DAE_SS_PREFER, DAE_SS_ALWAYS};
        if (known && x >= 1 && x <= 5) attrs.state_select = order[(int)x];
    } else {
        DaeOperand *slot = t->which == INST_ATTR_MIN   ? &attrs.min
                           : t->which == INST_ATTR_MAX ? &attrs.max
                                                       : &attrs.nominal;
        *slot = as_operand(f, e->e[0], var,
                           t->which == INST_ATTR_MIN   ? "$min"
                           : t->which == INST_ATTR_MAX ? "$max"
                                                       : "$nominal",
                           span);
    }
    f->dae->vars.at[var].attrs = dae_attrs(f->dae, &attrs);
}

/* The number of components around what is written in c. */
static unsigned level_of(const InstClass *c) {
    unsigned level = 0;
    for (const InstComp *k = c->owner; k; k = k->parent->owner) level++;
    return level;
}

/* How near to the top the start value of c was set (MLS 3.6, 8.6.2).  Where it is exactly a parameter, the modifiers
 * that give values to that one, and to the parameter which it is in turn, count as well. */
static unsigned confidence_of(const InstComp *c, InstExpr *start) {
    enum { LONGEST = 32 };
    const InstBinding *b = c->attrs[INST_ATTR_START];
    if (c->cls && c->cls->attrs && c->cls->attrs[INST_ATTR_START] == b) return DAE_BY_TYPE;
    unsigned best = level_of(b->scope) + 1;
    const InstExpr *e = start;
    for (int k = 0; k < LONGEST && e && e->kind == INST_E_CREF && e->nparts; k++) {
        InstComp *p = e->parts[e->nparts - 1].comp;
        if (p->variability > INST_VAR_PARAMETER || !p->attrs || !p->binding.value || p->group) break;
        unsigned level = level_of(p->binding.scope) + 1;
        if (level < best) best = level;
        e = inst_binding_expr(p);
    }
    return best < DAE_BY_TYPE ? best : DAE_BY_TYPE - 1;
}

/* Notes where the start values of c come from, where that is not its own declaration. */
static void set_confidence(Flat *f, InstComp *c, InstExpr *start, uint64_t count) {
    unsigned confidence = confidence_of(c, start);
    if (confidence == level_of(c->parent) + 1) return;
    for (uint64_t i = flat_start(c), end = i + count; i < end; i++) {
        DaeVariable *v = &f->dae->vars.at[flat_var(c, i)];
        DaeAttrs attrs = f->dae->attrs.at[v->attrs];
        attrs.confidence = (uint16_t)confidence;
        v->attrs = dae_attrs(f->dae, &attrs);
    }
}

/* A literal attribute holds for the whole range at once. */
static void literal_attr(Flat *f, InstComp *c, InstAttr a, InstExpr *e, uint64_t count) {
    AttrTarget t = {a};
    FlatVal v;
    if (!flat_value(f, e, &v)) return;
    for (uint64_t i = flat_start(c), end = i + count; i < end; i++) set_attr(f, c, i, &v, &t);
}

/* Where start applies and is not given: the value nearest to zero between min and max, of an enumeration the first one
 * (MLS 3.6, 4.9).  Bounds that are no numbers yet leave it at zero. */
static void fallback_start(Flat *f, const InstComp *c, uint64_t count) {
    bool enumeration = c->type.base == INST_ENUM;
    bool number = c->type.base == INST_REAL || c->type.base == INST_INTEGER;
    if (c->attrs[INST_ATTR_START]->value ||
        !(enumeration || (number && (c->attrs[INST_ATTR_MIN]->value || c->attrs[INST_ATTR_MAX]->value))))
        return;
    for (uint64_t i = flat_start(c), end = i + count; i < end; i++) {
        DaeVar var = flat_var(c, i);
        const DaeAttrs *a = &f->dae->attrs.at[f->dae->vars.at[var].attrs];
        double low =
            a->min != DAE_NO_OPERAND && dae_operand_is_const(a->min) ? dae_constant_value(f->dae, a->min) : -INFINITY;
        double high =
            a->max != DAE_NO_OPERAND && dae_operand_is_const(a->max) ? dae_constant_value(f->dae, a->max) : INFINITY;
        double x = enumeration ? fmax(low, 1) : low > 0 ? low : high < 0 ? high : 0;
        if (x != 0) f->dae->vars.at[var].start = dae_constant(f->dae, x);
    }
}

static void declare_attrs(Flat *f, InstComp *c, uint64_t count) {
    static const InstAttr varying[] = {INST_ATTR_START, INST_ATTR_FIXED,   INST_ATTR_MIN,
                                       INST_ATTR_MAX,   INST_ATTR_NOMINAL, INST_ATTR_STATE_SELECT};
    for (size_t i = 0; i < sizeof varying / sizeof *varying; i++) {
        InstAttr a = varying[i];
        if (!c->attrs[a]->value) continue;
        bool own = inst_is_own(c->attrs[a]);
        if (own) flat_begin_typed(f);
        InstExpr *e = own ? inst_member_expr(c, (int)a, flat_member(flat_comp(f, c)->group)) : inst_attr_expr(c, a);
        if (!e || e->kind == INST_E_ERROR) {
            if (own) flat_drop_typed(f);
            continue;
        }
        InstClass *before = f->scope;
        f->scope = c->attrs[a]->scope;
        bool structural = a == INST_ATTR_FIXED || a == INST_ATTR_STATE_SELECT; /* decides structure: evaluated now */
        InstValue *known = structural && e->type.ndims == 0 ? flat_eval(f, e, INST_EVAL_SILENT | INST_EVAL_MARK) : NULL;
        FlatVal value;
        if (known && known->n == 1 && flat_from_value(f, known, &value)) {
            AttrTarget t = {a};
            for (uint64_t k = flat_start(c), end = k + count; k < end; k++) set_attr(f, c, k, &value, &t);
        } else if (e->type.ndims == 0 && (e->kind <= INST_E_ENUM)) {
            literal_attr(f, c, a, e, count);
        } else {
            AttrTarget t = {a};
            spread(f, c, e->type.ndims ? c->attrs[a]->from : NULL, e, set_attr, &t, structural);
        }
        if (!structural) flat_units_value(f, c, e);
        if (a == INST_ATTR_START && c->variability > INST_VAR_PARAMETER) set_confidence(f, c, e, count);
        f->scope = before;
        dae_pool_release(&f->pool, (DaePoolMark){1, 0});
        if (own) flat_drop_typed(f);
    }
    fallback_start(f, c, count);
}

static bool dims_known(Flat *f, InstComp *c) {
    for (int k = 0; k < c->type.ndims; k++) {
        if (c->type.dims[k] < 0) {
            flat_error(f, "FLAT0022", c->syn ? c->syn->span : (Span){0},
                       "the size of dimension %d of '%s' is not known", k + 1, base_str(f->ctx->names, c->name));
            return false;
        }
    }
    return true;
}

static bool too_many(Flat *f, InstComp *c) {
    uint64_t count = flat_path_count(c), most = f->ctx->max_scalars;
    bool leaf = c->type.base != INST_RECORD;
    if (count <= most && (!leaf || f->dae->vars.n + count <= most) && f->dae->names.n + count <= INT32_MAX)
        return false;
    Diag *d = flat_error(f, "FLAT0025", c->syn ? c->syn->name_span : (Span){0},
                         "the model has more than %llu scalar variables", (unsigned long long)most);
    base_note(f->ctx, d, (Span){0}, "'%s' alone has %llu", base_str(f->ctx->names, c->name), (unsigned long long)count);
    base_hint(f->ctx, d, "this is what fits into the memory of this machine, and never more than 2147483647");
    return true;
}

static void declare_leaf(Flat *f, InstComp *c) {
    DaeAttrs attrs = {.min = DAE_NO_OPERAND, .max = DAE_NO_OPERAND, .nominal = DAE_NO_OPERAND};
    attrs.unit = text_attr(f, c, INST_ATTR_UNIT);
    attrs.display_unit = text_attr(f, c, INST_ATTR_DISPLAY_UNIT);
    attrs.quantity = text_attr(f, c, INST_ATTR_QUANTITY);
    if (attrs.unit || attrs.display_unit) flat_units_declare(f, c, attrs.unit, attrs.display_unit);
    attrs.comment = c->syn ? c->syn->comment : 0;
    attrs.enum_type = flat_enum_type(f, &c->type);
    FlatComp *fc = flat_comp(f, c);
    if (!fc->group || !fc->origin) fc->origin = flat_origin(f, c->syn ? c->syn->name_span : (Span){0});
    DaeVariable v = {.attrs = dae_attrs(f->dae, &attrs),
                     .start = DAE_NO_OPERAND,
                     .origin = fc->origin,
                     .base = (uint8_t)flat_base(&c->type),
                     .kind = (uint8_t)kind_of(c),
                     .flags = flags_of(f, c)};
    DaeVar first = (DaeVar)f->dae->vars.n;
    if (fc->first_var == UINT32_MAX) fc->first_var = first;
    uint64_t count = flat_path_count(c);
    BASE_ASSERT(!count || flat_var(c, flat_start(c)) == first);
    v.name = fc->first_name + (fc->group ? fc->group->name[flat_member(fc->group)] : 0);
    for (uint64_t i = 0; i < count; i++, v.name++) dae_add_var(f->dae, &v);
    if (c->type.base == INST_CLOCK) flat_clock_declare(f, first, count);
    bool wired = c->prefixes & SYN_INPUT && !(v.flags & DAE_INPUT) && v.kind > DAE_KIND_PARAMETER && !c->binding.value;
    for (uint64_t i = 0; wired && v.base < DAE_STRING && i < count; i++) vec_push(&f->wired, (DaeVar)(first + i));
}

/* First all variables are made, then their attributes set: those may refer to any variable. */
static void declare_class(Flat *f, InstClass *c, bool attrs);

static void declare_component(Flat *f, InstComp *c, bool attrs);

/* A member of a group: what it has lies behind what the members before it and the components between them have. */
static void declare_member(Flat *f, InstComp *c, bool attrs) {
    bool before = flat_enter_member(f, c);
    FlatGroup *g = flat_comp(f, c->group)->group;
    if (g->first_var == UINT32_MAX) g->first_var = (uint32_t)f->dae->vars.n;
    if (!attrs) g->var[c->member] = (uint32_t)f->dae->vars.n - g->first_var;
    declare_component(f, c->group, attrs);
    flat_leave_member(f, c, before);
}

static void declare_component(Flat *f, InstComp *c, bool attrs) {
    if (!c->present || c->inner || (c->prefixes & SYN_OUTER && !(c->prefixes & SYN_INNER))) return;
    if (c->group) {
        declare_member(f, c, attrs);
        return;
    }
    if (!dims_known(f, c)) return;
    if (c->elements) {
        uint64_t n = flat_dims(&c->type);
        for (uint64_t i = 0; i < n; i++) declare_component(f, c->elements[i], attrs);
        return;
    }
    if (c->type.base == INST_FUNCTION || c->type.base == INST_ANY) return;
    if (!attrs && too_many(f, c)) return;
    if (!attrs) flat_name_component(f, c);
    if (c->type.base != INST_RECORD) {
        if (attrs) declare_attrs(f, c, flat_path_count(c));
        else declare_leaf(f, c);
        return;
    }
    declare_class(f, c->cls, attrs);
}

/* Parameters whose value has decided something while equations were made cannot be changed any more. */
void flat_mark_structural(Flat *f, InstClass *c) {
    uint32_t n;
    InstComp **fields = flat_fields(f, c, &n);
    for (uint32_t i = 0; i < n; i++) {
        InstComp *k = fields[i];
        if (!k->present || k->inner) continue;
        if (k->group) {
            bool before = flat_enter_member(f, k);
            flat_mark_structural(f, k->cls);
            flat_leave_member(f, k, before);
        } else if (k->elements) {
            uint64_t count = flat_dims(&k->type);
            for (uint64_t j = 0; j < count; j++)
                if (k->elements[j]->type.base == INST_RECORD) flat_mark_structural(f, k->elements[j]->cls);
        } else if (k->type.base == INST_RECORD) {
            flat_mark_structural(f, k->cls);
        } else if (k->structural && flat_is_declared(k) && k->variability <= INST_VAR_PARAMETER) {
            for (uint64_t j = flat_start(k), end = j + flat_path_count(k); j < end; j++)
                f->dae->vars.at[flat_var(k, j)].flags |= DAE_STRUCTURAL | DAE_FINAL;
        }
    }
}

static void declare_class(Flat *f, InstClass *c, bool attrs) {
    if (++f->depth > f->ctx->max_depth) {
        flat_unsupported(f, c->syn ? c->syn->name_span : (Span){0}, "components are nested too deeply");
        f->depth--;
        return;
    }
    uint32_t n;
    InstComp **fields = flat_fields(f, c, &n);
    for (uint32_t i = 0; i < n && !base_cancelled(f->ctx); i++) declare_component(f, fields[i], attrs);
    f->depth--;
}

void flat_declare(Flat *f, InstClass *model) {
    declare_class(f, model, false);
    flat_units_begin(f);
    if (!f->failed) declare_class(f, model, true);
}

/* ---- bindings ---------------------------------------------------------------------------------------------------- */

/* Is fixed = false given in the very declaration or modification that gives the value?  The parameter is solved from
 * the value then (MLS 3.6, 8.6), and conditions that say otherwise contradict it.  Libraries mean a guess by it, and
 * tools take it for one: without --strict such conditions win, as where fixed = false comes from outside to have
 * another value found, or where it hangs on a choice and the value is for the other case: symbolic/initial.c decides,
 * and says so. */
static bool is_tied(const Flat *f, InstComp *c, DaeVar var) {
    if (!f->ctx->strict) return false;
    const DaeVariable *v = &f->dae->vars.at[var];
    Span value = c->binding.span, fixed = c->attrs[INST_ATTR_FIXED]->span;
    bool together = v->kind == DAE_KIND_PARAMETER && v->base == DAE_REAL && !(v->flags & DAE_FIXED) && fixed.file &&
                    fixed.file == value.file && value.start <= fixed.start && fixed.end <= value.end;
    const InstExpr *e = together ? inst_attr_expr(c, INST_ATTR_FIXED) : NULL;
    return e && e->kind == INST_E_BOOLEAN;
}

static void bind_scalar(Flat *f, DaeVar var, DaeExpr e, bool tied, Span span) {
    DaeVariable *v = &f->dae->vars.at[var];
    if (tied) {
        DaeExpr root = dae_op2(&f->pool, DAE_EQUATE, flat_var_expr(f, var), e);
        dae_add_equation(f->dae, &f->dae->initial, &f->pool, root, NULL, 0, flat_origin(f, span));
        return;
    }
    if (v->kind > DAE_KIND_PARAMETER) {
        flat_emit(f, dae_op2(&f->pool, DAE_EQUATE, flat_var_expr(f, var), e), NULL, 0, span);
        return;
    }
    DaeExpr root = dae_op2(&f->pool, DAE_ASSIGN, flat_var_expr(f, var), e);
    dae_add_equation(f->dae, &f->dae->bindings, &f->pool, root, &var, 1, flat_origin(f, span));
}

static void bind_element(Flat *f, InstComp *c, uint64_t linear, const FlatVal *e, void *arg) {
    (void)arg;
    VecU32 vars = {0};
    flat_component_vars(f, c, linear, &vars);
    if (vars.n != e->n) {
        flat_error(f, "FLAT0050", c->binding.span, "the value of '%s' has %u scalars where %zu are needed",
                   base_str(f->ctx->names, c->name), e->n, vars.n);
    } else {
        for (uint32_t i = 0; i < e->n; i++)
            if (c->type.base == INST_CLOCK && dae_at(&f->pool, e->e[i])->op == DAE_VAR)
                flat_clock_same(f, vars.at[i], dae_at(&f->pool, e->e[i])->id);
            else bind_scalar(f, vars.at[i], e->e[i], is_tied(f, c, vars.at[i]), value_span(c, -1));
    }
    vec_free(&vars);
}

/* A parameter used for structure: its value is a literal from now on. */
static bool bind_known(Flat *f, InstComp *c) {
    if (c->type.base == INST_RECORD || c->type.base == INST_OBJECT) return false;
    if (!(c->structural || c->evaluate || c->variability <= INST_VAR_PARAMETER_EVALUATED)) return false;
    for (InstComp *k = c->parent->owner; k; k = k->parent->owner)
        if (k->type.ndims && !k->array && !k->members) return false;
    const FlatGroup *g = flat_comp(f, c)->group;
    InstValue *v = g ? inst_eval_member(c, flat_member(g), INST_EVAL_SILENT) : inst_eval_component(c, INST_EVAL_SILENT);
    if (!v || v->n != flat_dims(&c->type)) return false;
    FlatVal val;
    if (!flat_from_value(f, v, &val)) return false;
    for (uint32_t i = 0; i < val.n; i++)
        bind_scalar(f, flat_var(c, flat_start(c) + i), val.e[i], false, value_span(c, -1));
    return true;
}

static void bind_class(Flat *f, InstClass *c);

static void bind_component(Flat *f, InstComp *c) {
    if (!c->present || c->inner || (c->prefixes & SYN_OUTER && !(c->prefixes & SYN_INNER))) return;
    if (c->group) {
        bool entered = flat_enter_member(f, c);
        bind_component(f, c->group);
        flat_leave_member(f, c, entered);
        return;
    }
    if (c->elements) {
        uint64_t n = flat_dims(&c->type);
        for (uint64_t i = 0; i < n; i++) bind_component(f, c->elements[i]);
        return;
    }
    if (c->type.base == INST_FUNCTION || c->type.base == INST_ANY) return;
    DaeName before = f->name;
    InstClass *scope = f->scope;
    f->name = flat_instance_name(f, c->parent->owner);
    if (c->binding.value) {
        f->scope = c->binding.scope;
        bool own = inst_is_own(&c->binding);
        if (own) flat_begin_typed(f);
        InstExpr *e = bind_known(f, c) ? NULL
                      : own            ? inst_member_expr(c, -1, flat_member(flat_comp(f, c)->group))
                                       : inst_binding_expr(c);
        if (e && c->type.base == INST_CLOCK && !c->type.ndims && !e->type.ndims)
            flat_clock_same(f, flat_leaf_var(f, c), flat_clock_var(f, e));
        else if (e && e->kind != INST_E_ERROR)
            spread(f, c, e->type.ndims ? c->binding.from : NULL, e, bind_element, NULL, false);
        flat_units_value(f, c, e ? e : c->binding.typed);
        if (own) flat_drop_typed(f);
        f->scope = scope;
    } else if (c->type.base == INST_RECORD) {
        bind_class(f, c->cls);
    }
    f->name = before;
    dae_pool_release(&f->pool, (DaePoolMark){1, 0});
}

static void bind_class(Flat *f, InstClass *c) {
    uint32_t n;
    ArenaMark mark = base_mark(&f->temp);
    InstComp **fields = flat_fields(f, c, &n);
    for (uint32_t i = 0; i < n && !base_cancelled(f->ctx); i++) bind_component(f, fields[i]);
    base_release(&f->temp, mark);
}

/* A parameter without a value takes its start value (8.6), also where that is computed from other parameters. */
static void bind_starts(Flat *f) {
    Dae *d = f->dae;
    uint8_t *bound = base_realloc(NULL, d->vars.n);
    memset(bound, 0, d->vars.n);
    for (size_t i = 0; i < d->bindings.n; i++) {
        const DaeEquation *e = &d->bindings.at[i];
        for (uint32_t k = 0; k < d->shapes.at[e->shape].nout; k++) bound[dae_operands(d, e)[k]] = 1;
    }
    for (size_t i = 1, n = d->vars.n; i < n; i++) {
        const DaeVariable *v = &d->vars.at[i];
        DaeOperand start = v->start;
        if (v->kind != DAE_KIND_PARAMETER || bound[i] || !(v->flags & DAE_FIXED) || !(v->flags & DAE_HAS_START) ||
            v->base >= DAE_STRING || dae_operand_is_const(start))
            continue;
        DaeVar var = (DaeVar)i;
        DaeExpr root = dae_op2(&f->pool, DAE_ASSIGN, flat_var_expr(f, var), flat_var_expr(f, start));
        dae_add_equation(d, &d->bindings, &f->pool, root, &var, 1, v->origin);
        dae_pool_release(&f->pool, (DaePoolMark){1, 0});
    }
    base_realloc(bound, 0);
}

void flat_bindings(Flat *f, InstClass *model) {
    bind_class(f, model);
    bind_starts(f);
}
