/* units_solve.c - units that must be equal: judging them, finding the units of variables that were given none.
 *
 * A constraint with one unknown unit gives it; those that stand in libraries go first, so that a contradiction shows at
 * the user's lines.  A contradiction inside a library is told at the last line of the user that leads to it, or not at
 * all.
 */
#include "flatten/flat_units_impl.h"

void flat_units_begin(Flat *f) {
    bool any = false;
    for (size_t i = 0; i < f->dae->attrs.n && !any; i++) any = f->dae->attrs.at[i].unit != 0;
    if (!any) return;
    f->units = BASE_NEW(&f->arena, FlatUnits);
    f->units->f = f;
}

uint32_t flat_units_unknown(FlatUnits *u, DaeVar v) {
    uint64_t at;
    if (base_map_get(&u->unknown_of, v, &at)) return (uint32_t)at;
    vec_push(&u->unknowns, ((FlatUnknown){.var = v}));
    base_map_put(&u->unknown_of, v, u->unknowns.n - 1);
    return (uint32_t)u->unknowns.n - 1;
}

bool flat_units_foreign(FlatUnits *u, Span span) {
    uint64_t at;
    if (!base_map_get(&u->files, span.file, &at)) {
        at = span.file && lib_is_foreign(u->f->in->lib, u->f->model->lib, span.file);
        base_map_put(&u->files, span.file, at);
    }
    return at;
}

/* ---- sides and units, kept small --------------------------------------------------------------------------------- */

static bool is_lone(const FlatForm *form) {
    return form->n == 1 && form->plain && !form->text && !form->gain && !form->time &&
           form->unknown[0].twelfths == UNIT_WHOLE;
}

static FlatForm side_of(const FlatUnits *u, const FlatConstraint *c, int side) {
    uint32_t at = c->side[side];
    if (!(at & FLAT_LONE)) return u->forms.at[at];
    return (FlatForm){.kind = FORM_UNIT,
                      .n = 1,
                      .plain = true,
                      .unit = unit_one(),
                      .unknown = {{.id = at & ~FLAT_LONE, .twelfths = UNIT_WHOLE}}};
}

static uint32_t keep_side(FlatUnits *u, const FlatForm *form) {
    if (is_lone(form)) return FLAT_LONE | form->unknown[0].id;
    vec_push(&u->forms, *form);
    return (uint32_t)u->forms.n - 1;
}

/* Equal ones that come one after the other are one. */
static uint32_t keep_unit(FlatUnits *u, const Unit *unit) {
    const Unit *last = u->units.n ? &u->units.at[u->units.n - 1] : NULL;
    if (!last || memcmp(last->exponent, unit->exponent, sizeof unit->exponent) || last->scale != unit->scale ||
        last->offset != unit->offset)
        vec_push(&u->units, *unit);
    return (uint32_t)u->units.n;
}

/* ---- messages ---------------------------------------------------------------------------------------------------- */

/* Text of a constraint's side: what stands in the source, shortened. */
static void put_side(FlatUnits *u, const FlatConstraint *c, bool second, Text *out) {
    uint32_t name = c->name[second];
    Span at = c->at[second];
    enum { MOST = 50 };
    if (name || !at.file) {
        if (name && c->join == JOIN_CONNECT) dae_var_text(u->f->dae, name, out);
        else base_text_add(out, name ? base_str(u->f->ctx->names, name) : "it");
        return;
    }
    const Source *s = base_source(u->f->ctx->sources, at.file);
    bool blank = false;
    size_t start = out->n;
    for (uint32_t i = at.start; i < at.end && i < s->n; i++) {
        bool space = (unsigned char)s->text[i] <= ' ';
        if (space && blank) continue;
        blank = space;
        if (out->n - start >= MOST) {
            base_text_add(out, "...");
            return;
        }
        base_text_char(out, space ? ' ' : s->text[i]);
    }
}

/* The unit of a form whose unknowns are solved. */
static bool resolve(const FlatUnits *u, const FlatForm *form, Unit *out) {
    *out = form->unit;
    for (uint8_t i = 0; i < form->n; i++) {
        const FlatUnknown *k = &u->unknowns.at[form->unknown[i].id];
        if (!k->unit || !unit_multiply(out, &u->units.at[k->unit - 1], form->unknown[i].twelfths)) return false;
    }
    if (!form->n && form->plain) out->offset = form->unit.offset;
    return true;
}

static void put_unit(FlatUnits *u, const FlatForm *form, Text *out) {
    Unit unit;
    base_text_char(out, '"');
    if (form->text) base_text_add(out, base_str(u->f->ctx->names, form->text));
    else if (resolve(u, form, &unit)) unit_print(&unit, out);
    base_text_char(out, '"');
}

static const char *join_words(FlatJoin join) {
    switch (join) {
    case JOIN_SUM: return "is added";
    case JOIN_COMPARE: return "is compared";
    case JOIN_BRANCH: return "is alternatively the value";
    case JOIN_CONNECT: return "is connected";
    default: return NULL;
    }
}

static void put_message(FlatUnits *u, const FlatConstraint *c, Text *t) {
    Text a = {0}, b = {0}, x = {0}, y = {0};
    put_side(u, c, false, &a);
    put_side(u, c, true, &b);
    FlatForm first = side_of(u, c, 0), second = side_of(u, c, 1);
    put_unit(u, &first, &x);
    put_unit(u, &second, &y);
    const char *ua = base_text_str(&x), *ub = base_text_str(&y), *words = join_words(c->join);
    if (words)
        base_text_printf(t, "the units of what %s do not agree: '%s' has unit %s, '%s' has unit %s", words,
                         base_text_str(&a), ua, base_text_str(&b), ub);
    else if (c->join == JOIN_NUMBER)
        base_text_printf(t, "'%s' has unit %s where a number without unit is needed", base_text_str(&b), ub);
    else if (c->join == JOIN_VALUE || c->join == JOIN_ARGUMENT)
        base_text_printf(t, "the units do not agree: '%s' has unit %s, its value '%s' has unit %s", base_text_str(&a),
                         ua, base_text_str(&b), ub);
    else
        base_text_printf(t, "the units do not agree: left side '%s' has unit %s, right side '%s' has unit %s",
                         base_text_str(&a), ua, base_text_str(&b), ub);
    base_text_free(&a);
    base_text_free(&b);
    base_text_free(&x);
    base_text_free(&y);
}

static Span place_of(const FlatConstraint *c) {
    Span a = c->at[0], b = c->at[1];
    if (!a.file) return b;
    if (!b.file || a.file != b.file || b.end < a.start) return a;
    return (Span){a.file, a.start, b.end};
}

static void add_chain(FlatUnits *u, Diag *d, const FlatConstraint *of, int side, int *left) {
    FlatForm form = side_of(u, of, side);
    for (uint8_t i = 0; i<form.n && * left> 0; i++) {
        FlatUnknown *k = &u->unknowns.at[form.unknown[i].id];
        if (!k->from || k->told) continue;
        k->told = true;
        --*left;
        const FlatConstraint *c = &u->constraints.at[k->from - 1];
        Text name = {0}, unit = {0};
        dae_var_text(u->f->dae, k->var, &name);
        unit_print(&u->units.at[k->unit - 1], &unit);
        base_note(u->f->ctx, d, place_of(c), "'%s' has no unit of its own; this makes it \"%s\"", base_text_str(&name),
                  base_text_str(&unit));
        base_text_free(&name);
        base_text_free(&unit);
        add_chain(u, d, c, 0, left);
        add_chain(u, d, c, 1, left);
    }
}

/* The nearest line of the user among the constraints that gave the units in c, or NULL where there is none near by. */
static const FlatConstraint *users_line(const FlatUnits *u, const FlatConstraint *c) {
    enum { MOST = 2000 };
    VEC(uint32_t) line = {0};
    Map seen = {0};
    const FlatConstraint *found = c->foreign ? NULL : c;
    for (size_t next = 0; !found; c = &u->constraints.at[line.at[next++]]) {
        for (int s = 0; s < 2; s++) {
            FlatForm form = side_of(u, c, s);
            for (uint8_t i = 0; i < form.n && line.n < MOST && !found; i++) {
                uint32_t from = u->unknowns.at[form.unknown[i].id].from;
                uint64_t known;
                if (!from || base_map_get(&seen, from, &known)) continue;
                base_map_put(&seen, from, 1);
                vec_push(&line, from - 1);
                if (!u->constraints.at[from - 1].foreign) found = &u->constraints.at[from - 1];
            }
        }
        if (next == line.n) break;
    }
    base_map_free(&seen);
    vec_free(&line);
    return found;
}

static bool told_before(const FlatUnits *u, const FlatConstraint *c) {
    for (int s = 0; s < 2; s++) {
        FlatForm form = side_of(u, c, s);
        for (uint8_t i = 0; i < form.n; i++)
            if (u->unknowns.at[form.unknown[i].id].told) return true;
    }
    return false;
}

static void tell(FlatUnits *u, const FlatConstraint *c, const Unit *x, const Unit *y) {
    const FlatConstraint *at = users_line(u, c);
    if (!at || told_before(u, c)) return;
    Context *ctx = u->f->ctx;
    Text t = {0};
    put_message(u, c, &t);
    Diag *d = flat_unit_report(u->f, "FLAT0120", place_of(at), base_text_str(&t));
    if (at != c) base_note(ctx, d, place_of(c), "here they meet, in a library");
    int left = 4;
    add_chain(u, d, c, 0, &left);
    add_chain(u, d, c, 1, &left);
    Text path = {0};
    dae_name_text(u->f->dae, c->instance, &path);
    base_instance(ctx, d, base_text_str(&path));
    base_text_free(&path);
    if (unit_same_dimension(x, y) && unit_same_scale(x, y))
        base_hint(ctx, d, "their zero points differ: convert with a function such as from_degC");
    else if (unit_same_dimension(x, y)) {
        base_hint(ctx, d, "the dimension is the same, the scale is not: a factor %.6g is missing on the right",
                  y->scale / x->scale);
    }
    base_text_free(&t);
}

/* ---- constraints ------------------------------------------------------------------------------------------------- */

/* Zero points matter where one value is given to another; differences of temperatures may be added and compared. */
static bool has_offset(FlatJoin join) { return join != JOIN_SUM && join != JOIN_COMPARE && join != JOIN_BRANCH; }

static void judge(FlatUnits *u, const FlatConstraint *c) {
    Unit x, y;
    FlatForm a = side_of(u, c, 0), b = side_of(u, c, 1);
    if (!resolve(u, &a, &x) || !resolve(u, &b, &y)) return;
    bool offset = has_offset(c->join) && a.plain && b.plain && fabs(x.offset - y.offset) > 1e-6;
    if (unit_same_dimension(&x, &y) && unit_same_scale(&x, &y) && !offset) return;
    tell(u, c, &x, &y);
}

static uint32_t name_of(FlatUnits *u, FlatJoin join, bool second) {
    if (join == JOIN_CONNECT) return u->connected[second];
    if (second || (join != JOIN_VALUE && join != JOIN_ARGUMENT)) return 0;
    if (join == JOIN_VALUE || !u->function) return u->input->name;
    Text t = {0};
    base_text_printf(&t, "%s' of '%s", base_str(u->f->ctx->names, u->input->name),
                     base_str(u->f->ctx->names, u->function->name));
    Name name = base_name(u->f->ctx->names, base_text_str(&t));
    base_text_free(&t);
    return name;
}

bool flat_units_join(FlatUnits *u, FlatJoin join, const FlatForm *a, Span at_a, const FlatForm *b, Span at_b) {
    if (!a->n && !b->n) {
        bool offset = has_offset(join) && a->plain && b->plain && fabs(a->unit.offset - b->unit.offset) > 1e-6;
        if (unit_same_dimension(&a->unit, &b->unit) && unit_same_scale(&a->unit, &b->unit) && !offset) return true;
    }
    FlatConstraint c = {.at = {at_a, at_b}, .instance = u->f->name, .join = (uint8_t)join};
    c.foreign = flat_units_foreign(u, place_of(&c));
    if (!a->n && !b->n && c.foreign) return false;
    FlatForm ratio = flat_form_ratio(a, b);
    if (ratio.kind != FORM_UNIT) return true;
    if (a->n == 1 && b->n == 1 && !ratio.n) return true; /* x = x */
    /* y = k*u of a controller: its k is declared as a number, and turns one unit into another all the same */
    if (ratio.n && ratio.gain) return true;
    c.open = ratio.n;
    size_t forms = u->forms.n;
    const FlatForm *form[2] = {a, b};
    for (int s = 0; s < 2; s++) {
        c.name[s] = name_of(u, join, s);
        c.side[s] = keep_side(u, form[s]);
    }
    if (c.open) {
        vec_push(&u->constraints, c);
        return true;
    }
    judge(u, &c);
    u->forms.n = forms;
    return false;
}

/* Constraints of each unknown, as lists one behind the other. */
typedef struct {
    uint32_t *first, *list;
    VecU32 ready[2]; /* of the user, of libraries: exactly one unknown left */
} Queue;

static FlatForm ratio_of(const FlatUnits *u, uint32_t at) {
    FlatForm a = side_of(u, &u->constraints.at[at], 0), b = side_of(u, &u->constraints.at[at], 1);
    return flat_form_ratio(&a, &b);
}

static void index_constraints(FlatUnits *u, Queue *q) {
    size_t total = 0;
    q->first = base_realloc(NULL, (u->unknowns.n + 2) * sizeof *q->first);
    memset(q->first, 0, (u->unknowns.n + 2) * sizeof *q->first);
    for (uint32_t i = 0; i < u->constraints.n; i++) {
        FlatForm r = ratio_of(u, i);
        for (uint8_t k = 0; k < r.n; k++) q->first[r.unknown[k].id + 2]++;
        total += r.n;
    }
    for (size_t i = 0; i < u->unknowns.n; i++) q->first[i + 2] += q->first[i + 1];
    q->list = base_realloc(NULL, (total + 1) * sizeof *q->list);
    for (uint32_t i = 0; i < u->constraints.n; i++) {
        FlatForm r = ratio_of(u, i);
        for (uint8_t k = 0; k < r.n; k++) q->list[q->first[r.unknown[k].id + 1]++] = i;
        if (r.n == 1) vec_push(&q->ready[u->constraints.at[i].foreign], i);
    }
}

/* Gives the one unknown unit of a constraint; false when there is none left, or no exponent fits. */
static bool solve_one(FlatUnits *u, uint32_t at, uint32_t *solved) {
    FlatForm r = ratio_of(u, at);
    Unit rest = r.unit;
    int power = 0;
    for (uint8_t i = 0; i < r.n; i++) {
        const FlatUnknown *k = &u->unknowns.at[r.unknown[i].id];
        if (k->unit) {
            if (!unit_multiply(&rest, &u->units.at[k->unit - 1], r.unknown[i].twelfths)) return false;
        } else {
            *solved = r.unknown[i].id;
            power = r.unknown[i].twelfths;
        }
    }
    if (!power || !unit_power(&rest, -(double)UNIT_WHOLE / power)) return false;
    FlatUnknown *k = &u->unknowns.at[*solved];
    k->unit = keep_unit(u, &rest) & 0x7fffffffu;
    k->from = at + 1;
    return true;
}

static void spread_unit(FlatUnits *u, Queue *q, uint32_t unknown) {
    for (uint32_t i = q->first[unknown]; i < q->first[unknown + 1]; i++) {
        FlatConstraint *c = &u->constraints.at[q->list[i]];
        if (!c->open) continue;
        if (--c->open == 1) vec_push(&q->ready[c->foreign], q->list[i]);
        else if (c->open == 0 && u->unknowns.at[unknown].from != q->list[i] + 1) judge(u, c);
    }
}

void flat_units_finish(Flat *f) {
    FlatUnits *u = f->units;
    if (!u) return;
    Queue q = {0};
    if (u->constraints.n) index_constraints(u, &q);
    while (q.ready[0].n || q.ready[1].n) {
        uint32_t at = q.ready[1].n ? vec_pop(&q.ready[1]) : vec_pop(&q.ready[0]), solved;
        if (u->constraints.at[at].open == 1 && solve_one(u, at, &solved)) spread_unit(u, &q, solved);
    }
    base_realloc(q.first, 0);
    base_realloc(q.list, 0);
    vec_free(&q.ready[0]);
    vec_free(&q.ready[1]);
    vec_free(&u->units);
    vec_free(&u->unknowns);
    vec_free(&u->constraints);
    vec_free(&u->forms);
    vec_free(&u->locals);
    base_map_free(&u->parsed);
    base_map_free(&u->unknown_of);
    base_map_free(&u->functions);
    base_map_free(&u->local);
    base_map_free(&u->files);
    f->units = NULL;
}

/* ---- declarations ------------------------------------------------------------------------------------------------ */

Diag *flat_unit_report(Flat *f, const char *code, Span span, const char *text) {
    return f->ctx->strict ? base_error(f->ctx, code, span, "%s", text) : base_warning(f->ctx, code, span, "%s", text);
}

static void refuse_unit(Flat *f, const InstComp *c, InstAttr which, const char *text, const UnitFault *fault) {
    const char *attr = which == INST_ATTR_UNIT ? "unit" : "displayUnit";
    Span span = c->attrs[which]->value->span;
    Text t = {0};
    int length = (int)(fault->end - fault->start);
    if (fault->syntax && length)
        base_text_printf(&t, "%s = \"%s\" is no unit: '%.*s' does not belong there", attr, text, length,
                         text + fault->start);
    else if (fault->syntax) base_text_printf(&t, "%s = \"%s\" is no unit: something is missing at its end", attr, text);
    else base_text_printf(&t, "%s = \"%s\": there is no unit '%.*s'", attr, text, length, text + fault->start);
    Diag *d = flat_unit_report(f, "FLAT0121", span, base_text_str(&t));
    if (fault->nearest) base_hint(f->ctx, d, "did you mean %s?", fault->nearest);
    else base_hint(f->ctx, d, "units are written as N.m, kg/m3, J/(kg.K), m.s-2 (MLS chapter 19)");
    base_text_free(&t);
}

static bool in_library(Flat *f, const InstComp *c, InstAttr which) {
    Span span = c->attrs[which]->value->span;
    return span.file && lib_is_foreign(f->in->lib, f->model->lib, span.file);
}

void flat_units_declare(Flat *f, InstComp *c, Name unit, Name display) {
    uint64_t key = (uint64_t)unit << 32 | display;
    if ((!unit && !display) || base_map_get(&f->units_seen, key, NULL)) return;
    Unit u, shown;
    UnitFault fault;
    const char *text = base_str(f->ctx->names, unit), *other = base_str(f->ctx->names, display);
    bool good = true, fine = false;
    if (unit && !unit_parse(text, &u, &fault)) {
        good = false;
        if (!in_library(f, c, INST_ATTR_UNIT)) refuse_unit(f, c, INST_ATTR_UNIT, text, &fault);
    }
    if (display && !unit_parse(other, &shown, &fault)) {
        good = false;
        if (!in_library(f, c, INST_ATTR_DISPLAY_UNIT)) refuse_unit(f, c, INST_ATTR_DISPLAY_UNIT, other, &fault);
    }
    fine = good && (!unit || !display || unit_same_dimension(&u, &shown));
    if (good && !fine && !in_library(f, c, INST_ATTR_DISPLAY_UNIT)) {
        Text t = {0};
        base_text_printf(&t, "displayUnit = \"%s\" of '%s' does not fit its unit \"%s\"", other,
                         base_str(f->ctx->names, c->name), text);
        Diag *d = flat_unit_report(f, "FLAT0122", c->attrs[INST_ATTR_DISPLAY_UNIT]->value->span, base_text_str(&t));
        base_hint(f->ctx, d, "a display unit measures the same quantity: mm for m, degC for K");
        base_text_free(&t);
    }
    if (fine) base_map_put(&f->units_seen, key, 1);
}
