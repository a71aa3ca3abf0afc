/* Relations, rounding and sample taken out of equations. */
#include <stdlib.h>
#include <string.h>

#include "symbolic/symbolic.h"
#include "test.h"

static void print_line(const SymModel *m, const DaeEquation *eq, Text *out) {
    dae_print_equation(m->dae, eq, out);
    base_text_char(out, '\n');
}

/* Equations, actions, initial equations, relations and samples after the pass, a line each. */
static void listing(const SymModel *m, Text *out) {
    static const char *const kinds[] = {"state", "time", "floor"};
    const DaeEquations *lists[] = {&m->dae->equations, &m->dae->initial, &m->dae->actions};
    for (int i = 0; i < 3; i++)
        for (size_t k = 0; k < lists[i]->n; k++) print_line(m, &lists[i]->at[k], out);
    for (size_t i = 0; i < m->relations.n; i++) {
        const SymRelation *r = &m->relations.at[i];
        base_text_printf(out, "%s %s ", kinds[r->kind], dae_ops[r->op].name);
        print_line(m, &r->eq, out);
        if (r->kind == SYM_REL_TIME) print_line(m, &r->time, out);
    }
    for (size_t i = 0; i < m->samples.n; i++) {
        print_line(m, &m->samples.at[i].start, out);
        print_line(m, &m->samples.at[i].interval, out);
    }
}

static void expect(const char *equations, const char *want) {
    static const char head[] = "dae T Real x; Real y; Real z; Boolean b; Boolean c; Integer n; discrete Real u; "
                               "parameter Real p; parameter Real q; equation ";
    Context *ctx = base_context_new();
    Text text = {0}, got = {0};
    base_text_printf(&text, "%s %s end dae;", head, equations);
    Dae *d = dae_parse(ctx, base_source_string(ctx->sources, "text", text.at, text.n));
    base_diag_flush(ctx, stderr);
    if (!d) exit(1);
    SymModel m = {.dae = d, .memo = alg_memo_new(d)};
    bool ok = sym_events(&m);
    if (ok) listing(&m, &got);
    else base_text_add(&got, "refused");
    if (strcmp(base_text_str(&got), want)) fprintf(stderr, "got:\n%swant:\n%s", got.at, want);
    check(!strcmp(base_text_str(&got), want), equations, want);
    base_text_free(&text);
    base_text_free(&got);
    vec_free(&m.relations);
    vec_free(&m.samples);
    alg_memo_free(m.memo);
    dae_free(d);
    base_context_free(ctx);
}

int main(void) {
    expect("b = x > y;", "b = $relation[1]\nstate > x = y\n");
    expect("b = p > q; c = u < p;", "b = p > q\nc = u < p\n");
    expect("b = noEvent(x > y);", "b = noEvent(x > y)\n");
    expect("z = if x > y then 1.0 else if x > y then 2.0 else y;",
           "z = if $relation[1] then 1.0 elseif $relation[1] then 2.0 else y\nstate > x = y\n");
    expect("b = x > y; c = x > y and y < x;",
           "b = $relation[1]\nc = $relation[1] and $relation[2]\nstate > x = y\nstate < y = x\n");
    expect("b = time >= p;", "b = $relation[1]\ntime >= time = p\ntime := p\n");
    expect("b = p*time - 1.0 < u;", "b = $relation[1]\ntime < p*time - 1.0 = u\ntime := (u + 1.0)/p\n");
    expect("b = time >= x;", "b = $relation[1]\nstate >= time = x\n");
    expect("z = smooth(1, if x > 0.0 then x else 2.0);", "z = if noEvent(x > 0.0) then x else 2.0\n");
    expect("z = smooth(0, if x > 0.0 then x else 2.0);",
           "z = smooth(0, if $relation[1] then x else 2.0)\nstate > x = 0.0\n");
    expect("z = floor(x) + ceil(y);", "z = $relation[1] - $relation[2]\nfloor floor x = 0.0\nfloor floor -y = 0.0\n");
    expect("n = integer(x);", "n = noEvent(integer($relation[1]))\nfloor floor x = 0.0\n");
    expect("z = mod(x, p);", "z = x - $relation[1]*p\nfloor floor x/p = 0.0\n");
    expect("z = floor(u);", "z = floor(u)\n");
    expect("z = real(mod(n, 3));", "z = real(mod(n, 3))\n");
    expect("b = sample(0.0, p); c = sample(0.0, p);",
           "b = $sample[1]\nc = $sample[1]\n$sample_start[1] := 0.0\n$sample_interval[1] := p\n");
    expect("b = sample(0.0, x);", "refused");
    expect("b = (if x > 0.0 then 1.0 else 2.0) > p;", "b = (if $relation[1] then 1.0 else 2.0) > p\nstate > x = 0.0\n");
    expect("b = (if x > 0.0 then y else 2.0) > p;",
           "b = $relation[2]\nstate > x = 0.0\nstate > (if $relation[1] then y else 2.0) = p\n");
    expect("algorithm (z) z := x; if x > 1.0 then z := z + 1.0; end if; if z > 2.0 then z := y; end if; end algorithm;",
           "algorithm (z)\n  z := x;\n  if $relation[1] then\n    z := z + 1.0;\n  end if;\n  if z > 2.0 then\n"
           "    z := y;\n  end if;\nend algorithm\nstate > x = 1.0\n");
    expect(
        "z = 1.0; initial equation b = x > y; action assert(x > 0.0, \"m\", 1); if x > 2.0 then reinit(x, p); end if;",
        "z = 1.0\nb = x > y\nassert(x > 0.0, \"m\", 1)\nif $relation[1] then\n  reinit(x, p);\nend if\nstate > x = "
        "2.0\n");
    return test_done();
}
