/* print_dae.c - the text form of the whole: declarations, functions and the sections of equations.
 *
 *     dae Name
 *       experiment(...);  enumeration ...  function ...  declarations
 *     equation ... initial equation ... binding ... action ...
 *     end dae;
 */
#include <string.h>

#include "dae/dae_impl.h"

static const char *word(const Dae *d, Name n) { return base_str(d->ctx->names, n); }

/* Writes ", " between the attributes in parentheses; the first one opens them. */
typedef struct {
    Text *out;
    bool open;
} List;

static void item(List *l, const char *name) {
    base_text_add(l->out, l->open ? ", " : "(");
    base_text_add(l->out, name);
    l->open = true;
}

/* ---- functions --------------------------------------------------------------------------------------------------- */

static void print_type(const Dae *d, DaeBase base, uint32_t enum_type, Text *out) {
    static const char *const names[] = {"Real", "Integer", "Boolean", "String", "Enum", "Object", "Void"};
    if (base == DAE_ENUM && enum_type) {
        base_text_add(out, "enumeration ");
        dae_path_text(word(d, d->enums.at[enum_type].name), out);
    } else {
        base_text_add(out, names[base]);
    }
}

static void print_local(DaePrinter *q, const DaeLocal *l) {
    static const char *const roles[] = {"input ", "output ", "protected "};
    const Dae *d = q->d;
    base_text_add(q->out, "    ");
    base_text_add(q->out, roles[l->role]);
    if (l->function_type) {
        base_text_add(q->out, "function ");
        dae_print_function_name(d, l->function_type, q->out);
    } else {
        print_type(d, l->base, l->enum_type, q->out);
    }
    base_text_char(q->out, ' ');
    dae_path_text(word(d, l->name), q->out);
    for (uint8_t i = 0; i < l->rank; i++) {
        base_text_add(q->out, i ? ", " : "[");
        if (l->dims && l->dims[i]) dae_print_node(q, l->dims[i]);
        else base_text_char(q->out, ':');
    }
    base_text_add(q->out, l->rank ? "]" : "");
    if (l->record) base_text_printf(q->out, "(record = %u)", l->record);
    if (l->init) {
        base_text_add(q->out, " = ");
        dae_print_node(q, l->init);
    }
    base_text_add(q->out, ";\n");
}

static void print_derivative(const Dae *d, const DaeFunction *f, const DaeDerivative *v, List *l) {
    item(l, "derivative(");
    base_text_printf(l->out, "order = %d", v->order);
    for (uint32_t i = 0; v->skip && i < f->ninputs; i++)
        if (v->skip[i]) {
            base_text_add(l->out, v->skip[i] == DAE_SKIP_ZERO ? ", zero = " : ", skip = ");
            dae_path_text(word(d, f->locals[i].name), l->out);
        }
    base_text_add(l->out, ") = ");
    dae_print_function_name(d, v->function, l->out);
}

static void print_inverse(const Dae *d, const DaeFunction *f, const DaeInverse *v, List *l) {
    DaePrinter q = {.d = d, .p = &d->pool, .function = f, .out = l->out};
    item(l, "inverse(");
    dae_path_text(word(d, f->locals[v->input].name), l->out);
    base_text_add(l->out, ") = ");
    dae_print_node(&q, v->value);
}

static void print_function_attributes(const Dae *d, const DaeFunction *f, Text *out) {
    List l = {out, false};
    if (!f->pure) item(&l, "impure");
    if (f->inline_request) item(&l, "inline");
    if (f->late_inline) item(&l, "lateInline");
    if (f->smooth_order >= 0) {
        item(&l, "smoothOrder = ");
        base_text_printf(out, "%d", f->smooth_order);
    }
    for (uint32_t i = 0; i < f->nderivatives; i++) print_derivative(d, f, &f->derivatives[i], &l);
    for (uint32_t i = 0; i < f->ninverses; i++) print_inverse(d, f, &f->inverses[i], &l);
    base_text_add(out, l.open ? ")" : "");
}

static void print_optional_string(Text *out, const char *name, const char *value) {
    if (!value) return;
    base_text_printf(out, "\n      %s ", name);
    dae_print_string(out, value);
}

static void print_external(DaePrinter *q, const DaeExternal *x) {
    base_text_add(q->out, "  external ");
    dae_print_string(q->out, word(q->d, x->language));
    base_text_char(q->out, ' ');
    if (x->result) {
        dae_print_node(q, x->result);
        base_text_add(q->out, " = ");
    }
    dae_print_string(q->out, word(q->d, x->c_name));
    base_text_char(q->out, '(');
    for (uint32_t i = 0; i < x->nargs; i++) {
        base_text_add(q->out, i ? ", " : "");
        dae_print_node(q, x->args[i]);
    }
    base_text_char(q->out, ')');
    base_text_add(q->out, x->constructor ? " constructor" : "");
    base_text_add(q->out, x->destructor ? " destructor" : "");
    print_optional_string(q->out, "include", x->include);
    for (uint32_t i = 0; i < x->nlibraries; i++) print_optional_string(q->out, "library", x->libraries[i]);
    print_optional_string(q->out, "includeDirectory", x->include_dir);
    print_optional_string(q->out, "libraryDirectory", x->library_dir);
    print_optional_string(q->out, "baseDirectory", x->base_dir);
    print_optional_string(q->out, "usedDirectory", x->used_dir);
    base_text_add(q->out, ";\n");
}

void dae_print_function(const Dae *d, uint32_t index, Text *out) {
    const DaeFunction *f = &d->functions.at[index];
    DaePrinter q = {.d = d, .p = &d->pool, .function = f, .out = out};
    base_text_add(out, "  function ");
    dae_print_function_name(d, index, out);
    print_function_attributes(d, f, out);
    base_text_char(out, '\n');
    for (uint32_t i = 0; i < f->nlocals; i++) print_local(&q, &f->locals[i]);
    if (f->external) print_external(&q, f->external);
    if (f->body) {
        base_text_add(out, "  algorithm\n");
        const DaeNode *n = dae_at(&d->pool, f->body);
        for (uint32_t i = 0; n->op == DAE_SEQ && i < n->nargs; i++)
            dae_print_statement(&q, dae_arg(&d->pool, f->body, i), 2);
        if (n->op != DAE_SEQ) dae_print_statement(&q, f->body, 2);
    }
    base_text_add(out, "  end function;\n");
}

/* ---- variables --------------------------------------------------------------------------------------------------- */

/* The kind that a declaration without a word for it has. */
static DaeKind usual_kind(DaeBase base) { return base == DAE_REAL ? DAE_KIND_CONTINUOUS : DAE_KIND_DISCRETE; }

static void print_prefixes(const DaeVariable *v, Text *out) {
    static const struct {
        uint16_t flag;
        const char *text;
    } flags[] = {{DAE_PROTECTED, "protected "}, {DAE_HIDDEN, "hidden "},
                 {DAE_FINAL, "final "},         {DAE_STRUCTURAL, "structural "},
                 {DAE_CLOCKED, "clocked "},     {DAE_SAMPLED, "sampled "},
                 {DAE_CLOCK, "ticking "},       {DAE_INPUT, "input "},
                 {DAE_OUTPUT, "output "},       {DAE_FLOW, "flow "}};
    static const char *const kinds[] = {"constant ", "parameter ", "discrete ", "continuous ", "", "", ""};
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++)
        if (v->flags & flags[i].flag) base_text_add(out, flags[i].text);
    if (v->kind != usual_kind(v->base)) base_text_add(out, kinds[v->kind]);
}

static void print_operand_item(const Dae *d, List *l, const char *name, DaeOperand o, DaeBase base) {
    if (o == DAE_NO_OPERAND) return;
    item(l, name);
    dae_print_operand(d, o, base, l->out);
}

static void print_name_item(const Dae *d, List *l, const char *name, Name n) {
    if (!n) return;
    item(l, name);
    dae_print_string(l->out, word(d, n));
}

static void print_attributes(const Dae *d, DaeVar var, Text *out) {
    static const char *const selects[] = {"default", "never", "avoid", "prefer", "always"};
    const DaeVariable *v = &d->vars.at[var];
    const DaeAttrs *a = &d->attrs.at[v->attrs];
    bool known = v->kind == DAE_KIND_PARAMETER || v->kind == DAE_KIND_CONSTANT;
    List l = {out, false};
    print_name_item(d, &l, "quantity = ", a->quantity);
    print_name_item(d, &l, "unit = ", a->unit);
    print_name_item(d, &l, "displayUnit = ", a->display_unit);
    print_operand_item(d, &l, "min = ", a->min, v->base);
    print_operand_item(d, &l, "max = ", a->max, v->base);
    print_operand_item(d, &l, v->flags & DAE_HAS_START ? "start = " : "guess = ", v->start, v->base);
    if ((v->flags & DAE_HAS_START) && v->start == DAE_NO_OPERAND) item(&l, "start");
    if (a->confidence) item(&l, "confidence = "), base_text_printf(out, "%u", (unsigned)a->confidence);
    if (known == !(v->flags & DAE_FIXED)) item(&l, known ? "fixed = false" : "fixed = true");
    print_operand_item(d, &l, "nominal = ", a->nominal, DAE_REAL);
    if (a->state_select) item(&l, "stateSelect = "), base_text_add(out, selects[a->state_select]);
    if (dae_string(d, var)) item(&l, "value = "), dae_print_string(out, dae_string(d, var));
    base_text_add(out, l.open ? ")" : "");
}

/* der(x) and pre(x) are declared only where they are not what dae_der and dae_pre make of x. */
static bool is_implied(const Dae *d, const DaeVariable *v) {
    const DaeVariable *x = &d->vars.at[v->of];
    if (v->kind == DAE_KIND_DERIVATIVE)
        return v->attrs == 0 && v->start == DAE_NO_OPERAND && v->flags == (x->flags & (DAE_PROTECTED | DAE_HIDDEN));
    if (v->kind == DAE_KIND_PRE)
        return v->attrs == x->attrs && v->start == x->start &&
               v->flags == ((x->flags & (DAE_PROTECTED | DAE_HAS_START)) | DAE_HIDDEN);
    return v->kind == DAE_KIND_TIME;
}

/* The expression of a binding "HOLE0 := e", or 0 when it is of another form. */
static DaeExpr plain_binding(const Dae *d, const DaeEquation *e) {
    const DaeShape *s = &d->shapes.at[e->shape];
    const DaeNode *n = dae_at(&d->pool, s->root);
    if (s->nout != 1 || n->op != DAE_ASSIGN) return 0;
    const DaeNode *t = dae_at(&d->pool, dae_arg(&d->pool, s->root, 0));
    return t->op == DAE_HOLE && t->id == 0 ? dae_arg(&d->pool, s->root, 1) : 0;
}

static void print_variable(const Dae *d, DaeVar var, const DaeEquation *binding, Text *out) {
    const DaeVariable *v = &d->vars.at[var];
    const DaeAttrs *a = &d->attrs.at[v->attrs];
    base_text_add(out, "  ");
    print_prefixes(v, out);
    print_type(d, v->base, a->enum_type, out);
    base_text_char(out, ' ');
    dae_var_quoted(d, var, out);
    print_attributes(d, var, out);
    if (binding) {
        DaePrinter q = {.d = d, .p = &d->pool, .operands = dae_operands(d, binding), .out = out};
        base_text_add(out, " = ");
        dae_print_node(&q, plain_binding(d, binding));
    }
    if (a->comment) {
        base_text_char(out, ' ');
        dae_print_string(out, word(d, a->comment));
    }
    base_text_add(out, ";\n");
}

/* Prints the declarations; `shown` remembers which bindings were printed with them. */
static void print_variables(const Dae *d, Text *out, bool *shown) {
    Map binding_of = {0};
    uint64_t at;
    for (size_t i = 0; i < d->bindings.n; i++) {
        DaeVar v = dae_operands(d, &d->bindings.at[i])[0];
        if (plain_binding(d, &d->bindings.at[i]) && !base_map_get(&binding_of, v, &at)) {
            base_map_put(&binding_of, v, i);
            shown[i] = true;
        }
    }
    for (DaeVar v = 1; v < d->vars.n; v++) {
        if (is_implied(d, &d->vars.at[v])) {
            if (base_map_get(&binding_of, v, &at)) shown[at] = false;
            continue;
        }
        print_variable(d, v, base_map_get(&binding_of, v, &at) ? &d->bindings.at[at] : NULL, out);
    }
    base_map_free(&binding_of);
}

/* ---- the whole --------------------------------------------------------------------------------------------------- */

static void print_section(const Dae *d, const char *title, const DaeEquations *list, const bool *skip, Text *out) {
    bool opened = false;
    for (size_t i = 0; i < list->n; i++) {
        if (skip && skip[i]) continue;
        if (!opened) base_text_printf(out, "%s\n", title);
        opened = true;
        dae_print_equation_lines(d, &list->at[i], 1, out);
    }
}

static void print_experiment(const Dae *d, Text *out) {
    static const char *const names[] = {"StartTime = ", "StopTime = ", "Tolerance = ", "Interval = "};
    const double values[] = {d->experiment.start, d->experiment.stop, d->experiment.tolerance, d->experiment.interval};
    if (!d->experiment.has) return;
    List l = {out, false};
    base_text_add(out, "  experiment");
    for (int i = 0; i < 4; i++)
        if (d->experiment.has & 1 << i) {
            item(&l, names[i]);
            dae_print_number(out, values[i], DAE_REAL);
        }
    base_text_add(out, ");\n");
}

static void print_enum(const Dae *d, const DaeEnum *e, Text *out) {
    base_text_add(out, "  enumeration ");
    dae_path_text(word(d, e->name), out);
    base_text_char(out, '(');
    for (uint32_t i = 0; i < e->n; i++) {
        base_text_add(out, i ? ", " : "");
        dae_word_text(word(d, e->literals[i]), out);
    }
    base_text_add(out, ");\n");
}

/* partition (tick, "method", ticked, fresh, step, now) (variables); what follows tick only where there is a method */
static void print_partition(const Dae *d, uint32_t number, Text *out) {
    const DaePartition *s = &d->partitions.at[number];
    const DaeVar own[] = {s->ticked, s->fresh, s->step, s->now};
    base_text_add(out, "  partition (");
    dae_var_quoted(d, s->tick, out);
    if (s->method) {
        base_text_add(out, ", ");
        dae_print_string(out, word(d, s->method));
    }
    for (size_t i = 0; i < sizeof own / sizeof *own && s->method; i++) {
        base_text_add(out, ", ");
        dae_var_quoted(d, own[i], out);
    }
    base_text_add(out, ") (");
    bool first = true;
    uint64_t at;
    for (DaeVar v = 1; v < d->vars.n; v++) {
        if (!base_map_get(&d->partition_of, v, &at) || at != number) continue;
        base_text_add(out, first ? "" : ", ");
        first = false;
        dae_var_quoted(d, v, out);
    }
    base_text_add(out, ");\n");
}

/* clock (var, tick, interval, shift, due); time where there is none */
static void print_clock(const Dae *d, const DaeClock *c, Text *out) {
    const DaeVar own[] = {c->var, c->tick, c->interval, c->shift, c->due};
    for (size_t i = 0; i < sizeof own / sizeof *own; i++) {
        base_text_add(out, i ? ", " : "  clock (");
        dae_var_quoted(d, own[i], out);
    }
    base_text_add(out, ");\n");
}

void dae_print(const Dae *d, Text *out) {
    base_text_add(out, "dae ");
    dae_path_text(word(d, d->model), out);
    base_text_char(out, '\n');
    print_experiment(d, out);
    for (size_t i = 1; i < d->enums.n; i++) print_enum(d, &d->enums.at[i], out);
    for (uint32_t i = 1; i < d->functions.n; i++) dae_print_function(d, i, out);
    bool *shown = base_realloc(NULL, d->bindings.n + 1);
    memset(shown, 0, d->bindings.n + 1);
    print_variables(d, out, shown);
    for (uint32_t i = 0; i < d->partitions.n; i++) print_partition(d, i, out);
    for (size_t i = 0; i < d->clocks.n; i++) print_clock(d, &d->clocks.at[i], out);
    print_section(d, "equation", &d->equations, NULL, out);
    print_section(d, "initial equation", &d->initial, NULL, out);
    print_section(d, "binding", &d->bindings, shown, out);
    print_section(d, "action", &d->actions, NULL, out);
    base_text_add(out, "end dae;\n");
    base_realloc(shown, 0);
}
