/* mode_report.c - what a run through modes was like, in words. */
#include "modes/modes.h"

#include <math.h>
#include <string.h>

static void add_place(const ModePlan *p, Span span, Text *out) {
    int line, column;
    if (!span.file) return;
    const Source *s = base_source(p->ctx->sources, span.file);
    base_source_position(p->ctx->sources, span.file, span.start, &line, &column);
    base_text_printf(out, "%s:%d", s->path, line);
}

void mode_report_conditions(const ModePlan *p, bool chosen, Text *out) {
    for (uint32_t i = 0; i < p->conditions.n; i++) {
        if (chosen && !p->conditions.at[i].chosen) continue;
        base_text_add(out, "  ");
        mode_condition_text(p, i, out);
        base_text_add(out, "   ");
        add_place(p, dae_span(p->base->dae, p->conditions.at[i].origin), out);
        base_text_char(out, '\n');
    }
}

static void add_states(const SymModel *m, Text *out) {
    enum { MOST = 8 };
    base_text_printf(out, "%zu state%s", m->states.n, m->states.n == 1 ? "" : "s");
    for (size_t i = 0; i < m->states.n && i < MOST; i++) {
        base_text_add(out, i ? ", " : ": ");
        dae_var_text(m->dae, m->states.at[i].x, out);
    }
    if (m->states.n > MOST) base_text_add(out, ", ...");
}

static void add_systems(const SymModel *m, Text *out) {
    uint32_t n = 0, largest = 0;
    for (size_t i = 0; i < m->systems.n; i++) {
        if (m->systems.at[i].standby) continue;
        n++;
        if (m->systems.at[i].n > largest) largest = m->systems.at[i].n;
    }
    if (n) base_text_printf(out, "; %u system%s of equations, at most %u unknowns", n, n == 1 ? "" : "s", largest);
}

void mode_report_mode(const ModePlan *p, const Mode *m, Text *out) {
    base_text_printf(out, "  %u  ", m->number);
    mode_text(p, m->bits, SIZE_MAX, out);
    base_text_add(out, "\n     ");
    if (m->ready) {
        add_states(m->model.sym, out);
        add_systems(m->model.sym, out);
    } else {
        base_text_add(out, "its equations cannot be solved");
        if (m->why) base_text_printf(out, ": %s", m->why->text);
    }
    base_text_char(out, '\n');
}

static void report_entered(const Mode *m, Text *out) {
    if (m->entered)
        base_text_printf(out, "     entered %llu time%s, first at %.10g s, last at %.10g s; translated in %.2f ms\n",
                         (unsigned long long)m->entered, m->entered == 1 ? "" : "s", m->first, m->last,
                         1e3 * m->seconds);
    else base_text_printf(out, "     tried, did not hold; translated in %.2f ms\n", 1e3 * m->seconds);
}

void mode_report(const ModeRun *r, Text *out) {
    enum { MOST = 100 };
    const ModePlan *p = r->plan;
    base_text_printf(out, "%zu condition%s govern%s structure\n", p->chosen.n, p->chosen.n == 1 ? "" : "s",
                     p->chosen.n == 1 ? "s" : "");
    mode_report_conditions(p, true, out);
    base_text_printf(out, "%zu modes, %llu translations, %llu changes\n", r->modes.n,
                     (unsigned long long)r->translations, (unsigned long long)r->nchanges);
    for (size_t i = 0; i < r->modes.n; i++) {
        mode_report_mode(p, r->modes.at[i], out);
        report_entered(r->modes.at[i], out);
    }
    base_text_add(out, "changes\n");
    for (size_t i = 0; i < r->changes.n && i < MOST; i++) {
        const ModeChange *c = &r->changes.at[i];
        if (c->from == c->to) base_text_printf(out, "  %.12g s  in %u\n", c->time, c->to);
        else base_text_printf(out, "  %.12g s  %u -> %u\n", c->time, c->from, c->to);
        if (c->impulses) base_text_add(out, c->impulses);
    }
    if (r->changes.n > MOST) base_text_printf(out, "  ... and %zu more\n", r->changes.n - MOST);
}
