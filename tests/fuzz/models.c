/* Whole models from a grammar, simulated in several ways that must agree: torn and not, CVODE and IDA, the flat text
 * read back, now and then cc for tcc.  The bytes of the input decide at every choice of the grammar, so that a mutated
 * input is another model; the same bytes are always the same model.  Some texts are damaged afterwards: then nothing is
 * asked but an end without a crash.
 *
 * Solutions are made to be comparable: states decay and are driven by bounded terms, implicit equations have one
 * solution, relations of states stand only where both branches meet.
 *
 * With -DFUZZ_ALONE a program of its own:
 *
 *   models FROM TO            models of these seeds
 *   models FROM TO FILE...    texts of the files, mutated by these seeds: an end without a crash, and in time
 *   models -p SEED [FILE...]  prints one
 *
 * FUZZ_STRICT: generated models must simulate; FUZZ_CC=n: every n-th by cc too; FUZZ_SHOW: the seeds as they come;
 * FUZZ_MIX=n: every n-th of mutated texts is a generated model instead. */
#include <causeway/causeway.h>

#include <ctype.h>
#include <math.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { TEXT = 1 << 16, MOST_NAMES = 40, DEEPEST = 4 };
static const double AGREE = 1e-4, SLOW = 10; /* relative difference of final values; seconds */

typedef struct {
    const uint8_t *data;
    size_t size, at;
    char text[TEXT], names[MOST_NAMES][24];
    size_t n, nnames; /* characters; variables that may be read */
    int states, unknowns;
    bool functions, parts;
    bool extra[64]; /* by number of the extras that are in it */
} Model;

/* ---- decisions --------------------------------------------------------------------------------------------------- */

/* 0 .. n-1; 0 when the input is used up, which is always the simplest choice. */
static unsigned pick(Model *m, unsigned n) { return m->at < m->size ? m->data[m->at++] % n : 0; }

static void put(Model *m, const char *format, ...) {
    va_list args;
    va_start(args, format);
    int n = vsnprintf(m->text + m->n, TEXT - m->n, format, args);
    va_end(args);
    m->n = m->n + (size_t)n < TEXT ? m->n + (size_t)n : TEXT - 1;
}

static void add_name(Model *m, const char *format, int i) {
    if (m->nnames < MOST_NAMES) snprintf(m->names[m->nnames++], sizeof m->names[0], format, i);
}

static const char *any_name(Model *m) { return m->nnames ? m->names[pick(m, (unsigned)m->nnames)] : "time"; }

static const char *number(Model *m) {
    static const char *const numbers[] = {"0.5", "1", "2", "0.25", "(-1.5)", "3", "(-0.1)", "1e-3", "0", "7"};
    return numbers[pick(m, sizeof numbers / sizeof *numbers)];
}

/* ---- expressions ------------------------------------------------------------------------------------------------- */

static void expression(Model *m, int depth);

static void operands(Model *m, int depth, const char *before, const char *between, const char *behind) {
    put(m, "%s", before);
    expression(m, depth + 1);
    put(m, "%s", between);
    if (*between) expression(m, depth + 1);
    put(m, "%s", behind);
}

static void conditional(Model *m, int depth) {
    const char *x = any_name(m);
    switch (pick(m, 5)) {
    case 0: /* an event of time */
        put(m, "(if time > %s then ", number(m));
        expression(m, depth + 1);
        put(m, " else ");
        expression(m, depth + 1);
        put(m, ")");
        return;
    case 1: put(m, "(if %s > 0.3 then %s - 0.3 else 0)", x, x); return; /* one of a variable: both sides meet */
    case 2: put(m, "(if sin(5*time) > 0.1 and time < 0.8 then 0.2 elseif time > 0.6 then 0.1 else 0)"); return;
    case 3: put(m, "smooth(1, if %s > 0 then %s^2 else -%s^2)", x, x, x); return;
    default: put(m, "noEvent(if %s > 0 then %s else 0.5*%s)", x, x, x);
    }
}

static void expression(Model *m, int depth) {
    static const char *const calls[] = {"sin(", "cos(",  "tanh(",     "atan(",
                                        "abs(", "0.5*(", "exp(-abs(", "sqrt(1 + abs("};
    unsigned kind = depth > DEEPEST ? pick(m, 3) : pick(m, 14);
    switch (kind) {
    case 0: put(m, "%s", any_name(m)); return;
    case 1: put(m, "%s", number(m)); return;
    case 2: put(m, "time"); return;
    case 3: operands(m, depth, "(", " + ", ")"); return;
    case 4: operands(m, depth, "(", " - ", ")"); return;
    case 5: operands(m, depth, "tanh(", ")*(", ")"); return;
    case 6: operands(m, depth, "(", ")/(2 + sin(", "))"); return;
    case 7: operands(m, depth, "min(", ", ", ")"); return;
    case 8: operands(m, depth, "max(", ", ", ")"); return;
    case 9: conditional(m, depth); return;
    case 10:
        if (m->functions) operands(m, depth, pick(m, 2) ? "f(" : "g(", "", ")");
        else operands(m, depth, "(-", "", ")");
        return;
    case 11: operands(m, depth, "sum({", ", ", "})/2"); return;
    case 12: operands(m, depth, "({", ", ", "})[1]"); return;
    default: {
        unsigned k = pick(m, sizeof calls / sizeof *calls);
        operands(m, depth, calls[k], "", k >= 6 ? "))" : ")");
    }
    }
}

static void bounded(Model *m) { operands(m, 0, "tanh(", "", ")"); }

/* ---- the parts of a model ---------------------------------------------------------------------------------------- */

/* Constructs that stand for themselves: classes, declarations, equations, a variable that others may read. */
static const struct {
    const char *classes, *declarations, *equations, *name;
} extras[] = {
    {"  record Rec\n    Real a;\n    Real b[2];\n  end Rec;\n", "  Rec rec;\n",
     "  rec.a = sin(x1);\n  rec.b = {x1, 2*rec.a};\n", "rec.b[2]"},
    {"  type Level = enumeration(low, mid, high);\n", "  Level level;\n  Real ordinal;\n",
     "  level = if time > 0.7 then Level.high elseif time > 0.35 then Level.mid else Level.low;\n"
     "  ordinal = Integer(level) + (if level == Level.mid then 0.5 else 0);\n",
     "ordinal"},
    {"", "  Real al;\n",
     "algorithm\n  al := x1;\n  for i in 1:3 loop\n    al := 0.5*al + sin(i*time);\n  end for;\n"
     "  if time > 0.4 then\n    al := al - 0.1;\n  end if;\nequation\n",
     "al"},
    {"", "  Real ie;\n", "  if time < 0.55 then\n    ie = x1;\n  else\n    ie + 0.1*ie^3 = x1;\n  end if;\n", "ie"},
    {"", "  Real fe[4];\n",
     "  fe[1] = x1;\n  for i in 2:4 loop\n    fe[i] = 0.5*fe[i - 1] + cos(i*time);\n  end for;\n", "fe[4]"},
    {"", "  Real ho;\n", "  ho + 0.2*ho^3 = homotopy(x1, 0.5*x1);\n", "ho"},
    {"", "  Real px(start = 0.6, fixed = true), py(start = -0.8), pu(start = 0, fixed = true), pv, lambda;\n",
     "  der(px) = pu;\n  der(py) = pv;\n  der(pu) = -lambda*px;\n  der(pv) = -lambda*py - 9.81;\n  px^2 + py^2 = 1;\n",
     "px"},
    {"", "  parameter Real ip(fixed = false);\n  Real ix;\n",
     "initial equation\n  ip = 2 + tanh(x1);\n  ix = 0.5;\nequation\n  der(ix) = -ix*ip;\n", "ix"},
    {"", "  discrete Real we(start = 0, fixed = true);\n",
     "  when time > 0.3 then\n    we = tanh(x1);\n  elsewhen sample(0.52, 0.2) then\n    we = pre(we) + 0.1;\n  end "
     "when;\n",
     "we"},
    {"", "  Real ck(start = 0), held;\n", "  ck = 0.5*previous(ck) + sample(x1, Clock(1, 5));\n  held = hold(ck);\n",
     "held"},
    {"  model Seen\n    outer Real env;\n    Real z = 2*env;\n  end Seen;\n",
     "  inner Real env = tanh(x1);\n  Seen seen;\n", "", "seen.z"},
    {"  model B1\n    Real q;\n  equation\n    q = time;\n  end B1;\n  model B2\n    Real q;\n  equation\n    q = "
     "cos(time);\n"
     "  end B2;\n  model H\n    replaceable B1 b;\n  end H;\n",
     "  H h(redeclare B2 b), h1;\n", "", "h.b.q"},
    {"", "  Real sl;\n", "  sl = semiLinear(sin(4*time), 2, 3);\n", "sl"},
    {"", "  Real mm[2, 2];\n", "  mm = transpose([x1, 1; 0, time])*[1, 2; 3, 4];\n", "mm[2, 1]"},
    {"", "", "  assert(abs(x1) < 1e6, \"x1 is \" + String(x1), AssertionLevel.warning);\n", NULL},
    {"", "  Real bh(start = 0.3, fixed = true), bv(start = 0, fixed = true);\n",
     "  der(bh) = bv;\n  der(bv) = -9.81;\n  when bh < 0 then\n    reinit(bv, -0.7*pre(bv));\n  end when;\n", "bh"},
    {"  function two\n    input Real u;\n    output Real a;\n    output Real b[2];\n  algorithm\n    a := u^2;\n    b "
     ":= {u, "
     "a};\n  end two;\n",
     "  Real ta, tb[2];\n", "  (ta, tb) = two(tanh(x1));\n", "tb[2]"},
    {"", "  Real ma;\n", "  ma + (if ma > 0.3 then ma - 0.3 else 0) = tanh(x1);\n", "ma"},
    {"  model Store\n    parameter Integer n = 2;\n    Real e[n](each start = 1, each fixed = true);\n  equation\n"
     "    for i in 1:n loop\n      der(e[i]) = (if i > 1 then e[i - 1] else 0) - i*e[i];\n    end for;\n  end Store;\n",
     "  Store store[2](n = {2, 3});\n", "", "store[2].e[3]"},
    {"", "  Real la, lb, lc;\n", "  la + lb = x1;\n  la - lb = lc;\n  lc + 2*la = sin(time);\n", "lb"},
    {"", "  Real ra(start = 1), rb(start = 1);\n", "  ra^2 + rb^2 = 4 + tanh(x1);\n  ra - rb = 0.5*tanh(time);\n",
     "ra"},
    {"", "  Real ds[3];\n  Real dsum;\n", "  ds = {der(x1), x1, time};\n  dsum = ds*{0.1, 1, 1};\n", NULL},
    {"", "  Integer count(start = 0, fixed = true);\n  Real ramp;\n",
     "  when {time > 0.2, time > 0.45, time > 0.8} then\n    count = pre(count) + 1;\n  end when;\n"
     "  ramp = count*time + mod(time, 0.25) + div(time, 0.3) + floor(3*time);\n",
     NULL},
    {"operator record Pair\n    Real re, im;\n    encapsulated operator function '*'\n      import Pair;\n      "
     "input Pair a, "
     "b;\n      output Pair c;\n    algorithm\n      c := Pair(a.re*b.re - a.im*b.im, a.re*b.im + a.im*b.re);\n    end "
     "'*';\n"
     "  end Pair;\n",
     "  Pair za, zb;\n", "  za = Pair(tanh(x1), sin(time));\n  zb = za*Pair(1, 2)*za;\n", "zb.im"},
};
enum { EXTRAS = sizeof extras / sizeof *extras };
_Static_assert(EXTRAS <= 64, "Model.extra");

/* outside: those that stand beside the model. */
static void put_extra_classes(Model *m, bool outside) {
    for (unsigned k = 0; k < EXTRAS; k++)
        if (m->extra[k] && (strncmp(extras[k].classes, "operator", 8) == 0) == outside) put(m, "%s", extras[k].classes);
}

static void put_classes(Model *m) {
    if (m->functions)
        put(m,
            "  function f\n    input Real u;\n    output Real y;\n  protected\n    Real s[3];\n  algorithm\n"
            "    for i in 1:3 loop\n      s[i] := sin(u + i);\n    end for;\n    y := 0;\n    for e in s loop\n"
            "      if e > 0 then\n        y := y + e;\n      else\n        y := y + 0.0*e;\n      end if;\n    end "
            "for;\n"
            "    y := y/(1 + u^2);\n  end f;\n"
            "  function g\n    input Real u;\n    output Real y;\n  algorithm\n    y := 0.5*tanh(u);\n"
            "  annotation(%s);\n  end g;\n",
            pick(m, 2) ? "Inline = true" : "smoothOrder = 5");
    if (m->parts)
        put(m,
            "  connector Pin\n    Real v;\n    flow Real i;\n  end Pin;\n"
            "  model Part\n    parameter Real k = 1;\n    Real u, y;\n  equation\n    y + 0.3*tanh(y) = k*u;\n  end "
            "Part;\n"
            "  partial model Two\n    Pin p, n;\n    Real v, i;\n  equation\n    v = p.v - n.v;\n    i = p.i;\n    p.i "
            "+ n.i = 0;\n"
            "  end Two;\n  model R\n    extends Two;\n    parameter Real r = 1;\n  equation\n    v = r*i;\n  end R;\n"
            "  model C\n    extends Two;\n    parameter Real c = 1;\n  equation\n    c*der(v) = i;\n  end C;\n"
            "  model Source\n    extends Two;\n  equation\n    v = sin(3*time);\n  end Source;\n"
            "  model Ground\n    Pin p;\n  equation\n    p.v = 0;\n  end Ground;\n");
    put_extra_classes(m, false);
}

static void put_states(Model *m) {
    m->states = 1 + (int)pick(m, 4);
    for (int i = 1; i <= m->states; i++) {
        put(m, "  Real x%d(start = %s, fixed = true);\n", i, number(m));
        add_name(m, "x%d", i);
    }
}

/* Rings of equations that are solved together, or one after the other. */
static void put_unknowns(Model *m) {
    int n = m->unknowns = (int)pick(m, 6);
    unsigned shape = pick(m, 4);
    size_t before = m->nnames;
    char later[TEXT / 8];
    size_t start = m->n;
    for (int i = 1; i <= n; i++) put(m, "  Real a%d;\n", i);
    size_t split = m->n;
    for (int i = 1; i <= n; i++) {
        int next = i % n + 1;
        if (shape == 0) put(m, "  a%d = ", i);
        if (shape == 1) put(m, "  4*a%d + a%d = ", i, next);
        if (shape == 2) put(m, "  a%d + 0.4*sin(a%d) + 0.2*tanh(a%d) = ", i, i, next);
        if (shape == 3) put(m, "  a%d*(2 + a%d^2) - 0.5*sin(a%d) = ", i, i, next);
        expression(m, 1);
        put(m, ";\n");
        if (shape == 0) add_name(m, "a%d", i);
    }
    size_t length = m->n - split < sizeof later - 1 ? m->n - split : sizeof later - 1;
    memcpy(later, m->text + split, length);
    later[length] = 0;
    m->n = split;
    (void)start;
    if (shape) m->nnames = before;
    for (int i = 1; shape && i <= n; i++) add_name(m, "a%d", i);
    bool differentiated = n && pick(m, 3) == 0, discrete = pick(m, 2), array = pick(m, 3) == 0;
    bool part = m->parts && pick(m, 2), circuit = m->parts && pick(m, 2);
    if (differentiated) put(m, "  Real y = sin(x1)*exp(-x1^2), w = der(y);\n");
    if (discrete) put(m, "  Integer k(start = 0, fixed = true);\n  discrete Real d(start = 0.5, fixed = true);\n");
    if (array) put(m, "  Real v[3], s;\n  parameter Real A[3, 3] = [2, 1, 0; 0, 3, 1; 1, 0, 4];\n");
    if (part) put(m, "  Part q[2](k = {%s, 2});\n", number(m));
    if (circuit)
        put(m, "  Source source;\n  R r[2](r = {1, 2});\n  C c[2](each c = 0.5, each v(start = 0, fixed = true));\n  "
               "Ground ground;\n");
    for (unsigned k = 0; k < EXTRAS; k++)
        if (m->extra[k]) put(m, "%s", extras[k].declarations);
    put(m, "equation\n%s", later);
    for (unsigned k = 0; k < EXTRAS; k++)
        if (m->extra[k]) {
            put(m, "%s", extras[k].equations);
            if (extras[k].name) add_name(m, extras[k].name, 0);
        }
    if (discrete) {
        put(m, "  when sample(0.1, 0.25) then\n    k = pre(k) + 1;\n    d = 0.5*pre(d) + tanh(x1);\n  end when;\n");
        add_name(m, "d", 0);
    }
    if (array) {
        put(m, "  A*v = {x1, time, sin(time)};\n  s = sum(v[i]^2 for i in 1:3);\n");
        add_name(m, "v[%d]", 2);
        add_name(m, "s", 0);
    }
    if (part) {
        put(m, "  q[1].u = x1;\n  q[2].u = q[1].y;\n");
        add_name(m, "q[%d].y", 2);
    }
    if (circuit) {
        put(m, "  connect(source.p, r[1].p);\n  connect(r[1].n, c[1].p);\n  connect(c[1].p, r[2].p);\n"
               "  connect(r[2].n, c[2].p);\n  connect(c[1].n, ground.p);\n  connect(c[2].n, ground.p);\n"
               "  connect(source.n, ground.p);\n");
        add_name(m, "c[%d].v", 2);
    }
    if (differentiated) add_name(m, "y", 0);
}

static void put_derivatives(Model *m) {
    for (int i = 1; i <= m->states; i++) {
        put(m, "  der(x%d) = -%d*x%d + ", i, 1 + (int)pick(m, 5), i);
        bounded(m);
        put(m, ";\n");
    }
    if (pick(m, 3) == 0) put(m, "  when sample(0.2, 0.3) then\n    reinit(x1, 0.5*pre(x1) + 0.1);\n  end when;\n");
}

static void make(Model *m, const uint8_t *data, size_t size) {
    *m = (Model){.data = data, .size = size};
    m->functions = pick(m, 2);
    m->parts = pick(m, 3) == 0;
    for (unsigned k = 0; k < EXTRAS; k++) m->extra[k] = pick(m, 8) == 7;
    put_extra_classes(m, true);
    put(m, "model M\n");
    put_classes(m);
    put(m, "  parameter Real p = %s;\n", number(m));
    put_states(m);
    add_name(m, "p", 0);
    put_unknowns(m);
    put_derivatives(m);
    put(m, "end M;\n");
}

/* Exchanges, doubles, removes some characters or lines; true when it did. */
static bool damage(Model *m) {
    if (pick(m, 4) != 3) return false;
    for (unsigned k = 1 + pick(m, 4); k > 0 && m->n > 40; k--) {
        size_t at = ((size_t)pick(m, 256) * 256 + pick(m, 256)) % (m->n - 20), n = 1 + pick(m, 16);
        static const char letters[] = "x();=*+-.,[]{}1e\"/:<>^ptn \n";
        switch (pick(m, 4)) {
        case 0: m->text[at] = letters[pick(m, sizeof letters - 1)]; break;
        case 1: memmove(m->text + at, m->text + at + n, m->n - at - n + 1), m->n -= n; break;
        case 2:
            if (m->n + n < TEXT - 1) memmove(m->text + at + n, m->text + at, m->n - at + 1), m->n += n;
            break;
        default: memmove(m->text + at, m->text + (at * 7) % (m->n - 20), n); break;
        }
    }
    return true;
}

/* ---- simulation in several ways ---------------------------------------------------------------------------------- */

typedef struct {
    causeway_status status;
    causeway_model *model; /* translated; its variables have the values of the end */
    size_t n;
    double *values;
} Outcome;

static void finding(const Model *m, const char *what, const char *name, double a, double b) {
    fprintf(stderr, "finding: %s: %s is %.12g and %.12g\n%s", what, name, a, b, m->text);
    abort();
}

static double seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static Outcome translate(causeway_session *s, const char *what, bool no_tearing, const char *compile) {
    Outcome o = {.status = CAUSEWAY_INVALID, .model = causeway_model_new(s, what)};
    causeway_translation how;
    causeway_translation_init(&how);
    how.no_tearing = no_tearing;
    how.compile = compile;
    if (o.model) o.status = causeway_model_translate(o.model, &how);
    if (o.status == CAUSEWAY_FAULT) abort();
    return o;
}

static void run(Outcome *o, const char *solver) {
    causeway_run *r = o->status == CAUSEWAY_OK ? causeway_run_new(o->model) : NULL;
    if (!r) return;
    causeway_run_options options;
    causeway_run_options_init(&options);
    options.stop = 1;
    options.interval = 0.5;
    options.tolerance = 1e-8;
    options.solver = solver;
    options.timeout = 5;
    causeway_run_configure(r, &options);
    o->status = causeway_run_to_end(r);
    o->n = causeway_variable_count(o->model);
    o->values = realloc(o->values, (o->n + 1) * sizeof *o->values);
    for (size_t i = 0; i < o->n; i++) o->values[i] = causeway_run_get_number(r, i);
    causeway_run_free(r);
    if (o->status == CAUSEWAY_FAULT) abort();
}

static Outcome simulate(causeway_session *s, const char *what, bool no_tearing, const char *compile,
                        const char *solver) {
    Outcome o = translate(s, what, no_tearing, compile);
    run(&o, solver);
    return o;
}

static void drop(Outcome *o) {
    if (o->model) causeway_model_free(o->model);
    free(o->values);
}

/* Values of the same names; hidden variables may differ from one translation to the next. */
static void compare(const Model *m, const Outcome *a, const char *what, const Outcome *b) {
    if (b->status != a->status) finding(m, what, "the outcome", a->status, b->status);
    for (size_t i = 1; i < a->n; i++) {
        causeway_variable v = {.size = sizeof v};
        causeway_describe_variable(a->model, i, &v);
        if (v.hidden || v.type != CAUSEWAY_REAL || v.kind == CAUSEWAY_DERIVATIVE) continue;
        int64_t k = causeway_find_variable(b->model, v.name);
        if (k < 0 || (size_t)k >= b->n) continue;
        double x = a->values[i], y = b->values[k];
        if (!(fabs(x - y) <= AGREE * (1 + fabs(x)))) finding(m, what, v.name, x, y);
    }
}

static void compare_and_drop(const Model *m, const Outcome *a, const char *what, Outcome b) {
    compare(m, a, what, &b);
    drop(&b);
}

static void refused(const Model *m, causeway_session *s, causeway_status status) {
    for (size_t i = 0; i < causeway_diagnostic_count(s); i++)
        fputs(causeway_format_diagnostic(s, causeway_get_diagnostic(s, i), CAUSEWAY_TEXT), stderr);
    finding(m, "is refused", "the outcome", status, 0);
}

/* The pairs that must agree.  One translation serves both solvers. */
static void all_pairs(const Model *m, causeway_session *s, const Outcome *base, bool with_cc) {
    Outcome ida = {.status = CAUSEWAY_OK, .model = causeway_model_retain(base->model)};
    run(&ida, "ida");
    compare_and_drop(m, base, "with IDA", ida);
    compare_and_drop(m, base, "without tearing", simulate(s, "M", true, "tcc", "cvode"));
    if (with_cc) compare_and_drop(m, base, "with cc", simulate(s, "M", false, "cc", "cvode"));
    size_t n;
    const char *text = causeway_model_text(base->model, "flat", &n);
    if (text && causeway_overlay(s, "M.dae", text, n) == CAUSEWAY_OK)
        compare_and_drop(m, base, "read back from flat text", simulate(s, "M.dae", false, "tcc", "cvode"));
}

typedef struct {
    unsigned long long models, loaded, translated, ran;
} Counts;

/* pairs: the model is one whose solution is comparable. */
static void run_all(Model *m, bool pairs, bool with_cc, Counts *c) {
    causeway_session_options options;
    causeway_session_options_init(&options);
    options.no_default_libraries = true;
    options.cache = "";
    options.max_memory = (size_t)1 << 30;
    causeway_session *s = causeway_session_new(&options);
    double began = seconds();
    const char *name = NULL;
    Outcome base = {.status = CAUSEWAY_INVALID};
    c->models++;
    if (causeway_load_text(s, "M.mo", m->text, m->n, &name) == CAUSEWAY_OK && name) {
        c->loaded++;
        base = translate(s, pairs ? "M" : name, false, "tcc");
        c->translated += base.status == CAUSEWAY_OK;
        run(&base, "cvode");
        c->ran += base.status == CAUSEWAY_OK;
    }
    if (seconds() - began > SLOW) finding(m, "takes too long", "seconds", seconds() - began, SLOW);
    if (pairs && base.status != CAUSEWAY_OK && getenv("FUZZ_STRICT")) refused(m, s, base.status);
    if (pairs && base.status == CAUSEWAY_OK) all_pairs(m, s, &base, with_cc);
    drop(&base);
    causeway_session_free(s);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static Model m;
    Counts counts = {0};
    make(&m, data, size);
    bool damaged = damage(&m);
    run_all(&m, !damaged, false, &counts);
    return 0;
}

#ifdef FUZZ_ALONE
static void random_bytes(uint64_t seed, uint8_t *bytes, size_t n) {
    for (size_t i = 0; i < n; i++) { /* splitmix64 (Steele, Lea, Flood 2014) */
        uint64_t z = (seed = seed + 0x9e3779b97f4a7c15u);
        z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
        z = (z ^ z >> 27) * 0x94d049bb133111ebu;
        bytes[i] = (uint8_t)((z ^ z >> 31) >> 56);
    }
}

/* ---- texts that are mutated -------------------------------------------------------------------------------------- */

typedef struct {
    char *text;
    size_t n;
} File;

static File read_file(const char *path) {
    File f = {malloc(TEXT), 0};
    FILE *in = fopen(path, "rb");
    if (in) f.n = fread(f.text, 1, TEXT - 1, in), fclose(in);
    f.text[f.n] = 0;
    return f;
}

static size_t word_end(const File *f, size_t at) {
    size_t end = at;
    while (end < f->n && (isalnum((unsigned char)f->text[end]) || f->text[end] == '_')) end++;
    return end > at ? end : at + 1;
}

/* The token at or behind a random place. */
static size_t any_token(Model *m, const File *f, size_t *length) {
    size_t at = f->n ? ((size_t)pick(m, 256) << 16 | (size_t)pick(m, 256) << 8 | pick(m, 256)) % f->n : 0;
    while (at > 0 && isalnum((unsigned char)f->text[at - 1])) at--;
    while (at < f->n && isspace((unsigned char)f->text[at])) at++;
    *length = at < f->n ? word_end(f, at) - at : 0;
    return at;
}

static int kind_of(char c) { return isdigit((unsigned char)c) ? 0 : isalpha((unsigned char)c) ? 1 : 2; }

/* A token like the one at `at` of m, of this or of the other text, so that most texts still parse. */
static size_t similar_token(Model *m, const File *f, size_t at, size_t *n) {
    size_t source = 0;
    for (int k = 0; k < 8; k++) {
        source = any_token(m, f, n);
        if (*n && kind_of(f->text[source]) == kind_of(m->text[at])) return source;
    }
    *n = 0;
    return source;
}

static void replace(Model *m, size_t at, size_t length, const char *text, size_t n) {
    if (m->n + n >= TEXT - 1 || at + length > m->n) return;
    memmove(m->text + at + n, m->text + at + length, m->n - at - length + 1);
    memmove(m->text + at, text, n);
    m->n = m->n + n - length;
}

/* Some tokens of the text go, double, change place with others, or become those of another text. */
static void mutate(Model *m, const File *from, const File *other, const uint8_t *bytes, size_t size) {
    static const char *const values[] = {"0",    "1e308",  "-1",  "2147483647", "1e-320",  "time", "{1, 2}",    "\"\"",
                                         "true", "der(x)", "1:0", "fill(1, 0)", "size(x)", "x[0]", "pre(time)", "x"};
    *m = (Model){.data = bytes, .size = size};
    memcpy(m->text, from->text, from->n + 1);
    m->n = from->n;
    for (unsigned k = 1 + pick(m, 4); k > 0; k--) {
        File now = {m->text, m->n};
        char token[256];
        size_t length, n, at = any_token(m, &now, &length), source;
        switch (pick(m, 8)) {
        case 0: replace(m, at, length, "", 0); break;
        case 1: replace(m, at, 0, m->text + at, length < 200 ? length : 0); break;
        case 2:
        case 3:
        case 6: {
            const File *f = pick(m, 3) ? &now : other;
            source = similar_token(m, f, at, &n);
            if (n == 0 || n > sizeof token) break;
            memcpy(token, f->text + source, n);
            replace(m, at, length, token, n);
            break;
        }
        case 4:
        case 5: {
            if (kind_of(m->text[at]) == 2) break;
            const char *value = values[pick(m, sizeof values / sizeof *values)];
            replace(m, at, length, value, strlen(value));
            break;
        }
        default: { /* a line of this or the other text, doubled or put elsewhere */
            const File *f = pick(m, 2) ? &now : other;
            source = any_token(m, f, &n);
            for (n = 0; source + n < f->n && n < sizeof token && f->text[source + n] != '\n';) n++;
            memcpy(token, f->text + source, n);
            replace(m, at, 0, token, n);
        }
        }
    }
}

/* ---- the program ------------------------------------------------------------------------------------------------- */

static uint8_t bytes[2000];

static void generated(Model *m, uint64_t seed, bool print, unsigned cc, Counts *c) {
    size_t n = 40 + seed % 400 * 4;
    random_bytes(seed * 1000003, bytes, n);
    make(m, bytes, n);
    bool damaged = damage(m);
    if (print) fputs(m->text, stdout);
    else run_all(m, !damaged, cc && seed % cc == 0, c);
}

static void mutated(Model *m, uint64_t seed, bool print, const File *files, size_t nfiles, Counts *c) {
    random_bytes(seed * 1000003, bytes, 200);
    mutate(m, &files[seed % nfiles], &files[bytes[199] % nfiles], bytes, 199);
    if (print) fputs(m->text, stdout);
    else run_all(m, false, false, c);
}

int main(int argc, char **argv) {
    static Model m;
    Counts counts = {0};
    bool print = argc > 2 && strcmp(argv[1], "-p") == 0;
    argc -= print, argv += print;
    uint64_t from = argc > 1 ? strtoull(argv[1], NULL, 10) : 1;
    uint64_t to = print ? from : argc > 2 ? strtoull(argv[2], NULL, 10) : from;
    int first = print ? 2 : 3;
    size_t nfiles = argc > first ? (size_t)(argc - first) : 0;
    unsigned cc = getenv("FUZZ_CC") ? (unsigned)atoi(getenv("FUZZ_CC")) : 0; /* every so many models */
    unsigned mix = getenv("FUZZ_MIX") ? (unsigned)atoi(getenv("FUZZ_MIX")) : 0;
    File *files = calloc(nfiles + 1, sizeof *files);
    for (size_t i = 0; i < nfiles; i++) files[i] = read_file(argv[first + (int)i]);
    for (uint64_t seed = from; seed <= to; seed++) {
        if (getenv("FUZZ_SHOW")) fprintf(stderr, "seed %llu\n", (unsigned long long)seed);
        if (nfiles && !(mix && seed % mix == 0)) mutated(&m, seed, print, files, nfiles, &counts);
        else generated(&m, seed, print, cc, &counts);
    }
    for (size_t i = 0; i < nfiles; i++) free(files[i].text);
    free(files);
    if (!print)
        printf("%llu models %s: %llu loaded, %llu translated, %llu simulated\n", counts.models,
               nfiles ? "without finding" : "agree", counts.loaded, counts.translated, counts.ran);
    return 0;
}
#endif
