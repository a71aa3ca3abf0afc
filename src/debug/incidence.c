/* incidence.c - which sorted equation names which unknown: as text, JSON and a picture.
 *
 * Before: a finished SymModel.  After: nothing has changed.  Rows are the equations of the simulation system in the
 * order of evaluation, columns the unknowns in the order in which they are computed, so that what is known when it is
 * needed lies below the diagonal and systems of equations stand as squares on it.
 */
#include "debug/debug_impl.h"

#include <string.h>

typedef struct {
    uint32_t block; /* of the simulation system */
    uint8_t kind;   /* of the row: see below */
    const DaeEquation *eq;
} Row;

enum { ASSIGNED, INNER, RESIDUAL };

typedef struct {
    const SymModel *m;
    VEC(Row) rows;
    VecU32 columns;   /* variables in order */
    VecU32 column_of; /* by variable, SYM_NONE */
    VecU32 first_row; /* per block */
    VecU32 first_col;
} Incidence;

static void add_columns(Incidence *x, const DaeEquation *eq) {
    const Dae *d = x->m->dae;
    for (uint32_t k = 0; k < d->shapes.at[eq->shape].nout; k++) {
        DaeVar v = dae_operands(d, eq)[k];
        x->column_of.at[v] = (uint32_t)x->columns.n;
        vec_push(&x->columns, v);
    }
}

static void add_row(Incidence *x, uint32_t block, uint8_t kind, const DaeEquation *eq) {
    uint32_t rows = x->m->dae->shapes.at[eq->shape].nout;
    for (uint32_t k = 0; k < (rows ? rows : 1); k++) {
        Row r = {block, kind, eq};
        vec_push(&x->rows, r);
    }
}

static void open_incidence(Incidence *x, const SymModel *m) {
    *x = (Incidence){.m = m};
    sym_fill_none(&x->column_of, m->dae->vars.n);
    for (uint32_t b = 0; b < m->blocks.n; b++) {
        vec_push(&x->first_row, (uint32_t)x->rows.n);
        vec_push(&x->first_col, (uint32_t)x->columns.n);
        if (m->blocks.at[b].system == UINT32_MAX) {
            add_columns(x, &m->blocks.at[b].eq);
            add_row(x, b, ASSIGNED, &m->blocks.at[b].eq);
            continue;
        }
        const SymSystem *s = &m->systems.at[m->blocks.at[b].system];
        for (uint32_t i = 0; i < s->ninner; i++) {
            add_columns(x, &s->inner[i]);
            add_row(x, b, INNER, &s->inner[i]);
        }
        for (uint32_t i = 0; i < s->n; i++) {
            x->column_of.at[s->unknowns[i]] = (uint32_t)x->columns.n;
            vec_push(&x->columns, s->unknowns[i]);
            add_row(x, b, RESIDUAL, &s->residuals[i]);
        }
    }
    vec_push(&x->first_row, (uint32_t)x->rows.n);
    vec_push(&x->first_col, (uint32_t)x->columns.n);
}

static void close_incidence(Incidence *x) {
    vec_free(&x->rows);
    vec_free(&x->columns);
    vec_free(&x->column_of);
    vec_free(&x->first_row);
    vec_free(&x->first_col);
}

static uint32_t column(const Incidence *x, uint32_t row, uint32_t hole) {
    DaeOperand o = dae_operands(x->m->dae, x->rows.at[row].eq)[hole];
    return dae_operand_is_const(o) ? SYM_NONE : x->column_of.at[o];
}

static uint32_t holes(const Incidence *x, uint32_t row) {
    return x->m->dae->shapes.at[x->rows.at[row].eq->shape].nholes;
}

/* ---- text -------------------------------------------------------------------------------------------------------- */

static void add_equation(const Incidence *x, uint32_t row, Text *out) {
    dae_print_equation(x->m->dae, x->rows.at[row].eq, out);
    while (out->n && strchr("\n; ", out->at[out->n - 1])) out->at[--out->n] = 0;
}

static void incidence_text(const Incidence *x, Text *out) {
    enum { WIDEST = 120 };
    uint32_t n = (uint32_t)x->rows.n;
    base_text_printf(out, "incidence of %u equations in the order of evaluation\n", n);
    base_text_add(out, "# computed here   o used   in systems: I inner equation, R residual\n\n");
    if (n > WIDEST) {
        base_text_printf(out, "(more than %d equations: see --svg FILE or --json)\n", WIDEST);
        return;
    }
    for (uint32_t r = 0; r < n; r++) {
        char line[WIDEST + 1];
        memset(line, '.', n);
        line[n] = 0;
        for (uint32_t k = 0; k < holes(x, r); k++) {
            uint32_t c = column(x, r, k);
            if (c < n) line[c] = 'o';
        }
        line[r] = "#IR"[x->rows.at[r].kind];
        base_text_printf(out, "%4u %s  ", r + 1, line);
        dae_var_text(x->m->dae, x->columns.at[r], out);
        base_text_add(out, ":  ");
        add_equation(x, r, out);
        base_text_char(out, '\n');
    }
}

/* ---- JSON -------------------------------------------------------------------------------------------------------- */

static void add_json(Text *out, Text *t) {
    base_text_json(out, base_text_str(t), t->n);
    base_text_free(t);
}

static void incidence_json(const Incidence *x, Text *out) {
    static const char *const kinds[] = {"assigned", "inner", "residual"};
    const Context *ctx = x->m->dae->ctx;
    base_text_add(out, "{\"unknowns\":[");
    for (size_t c = 0; c < x->columns.n; c++) {
        Text t = {0};
        dae_var_text(x->m->dae, x->columns.at[c], &t);
        if (c) base_text_char(out, ',');
        add_json(out, &t);
    }
    base_text_add(out, "],\n\"rows\":[");
    for (uint32_t r = 0; r < x->rows.n; r++) {
        Text t = {0};
        add_equation(x, r, &t);
        base_text_printf(out, "%s{\"block\":%u,\"kind\":\"%s\",\"equation\":", r ? ",\n  " : "\n  ",
                         x->rows.at[r].block, kinds[x->rows.at[r].kind]);
        add_json(out, &t);
        Span span = dae_span(x->m->dae, x->rows.at[r].eq->origin);
        if (span.file) {
            int line, col;
            base_source_position(ctx->sources, span.file, span.start, &line, &col);
            const char *path = base_source(ctx->sources, span.file)->path;
            base_text_add(out, ",\"file\":");
            base_text_json(out, path, strlen(path));
            base_text_printf(out, ",\"line\":%d", line);
        }
        base_text_add(out, ",\"columns\":[");
        bool first = true;
        for (uint32_t k = 0; k < holes(x, r); k++) {
            uint32_t c = column(x, r, k);
            if (c == SYM_NONE) continue;
            base_text_printf(out, "%s%u", first ? "" : ",", c);
            first = false;
        }
        base_text_add(out, "]}");
    }
    base_text_add(out, "]}\n");
}

/* ---- the picture ------------------------------------------------------------------------------------------------- */

/* Large systems are drawn on a grid of at most SIDE cells: a cell is dark when anything in it is. */
enum { SIDE = 900, LABELLED = 60, MARGIN = 20 };

static void svg_escape(const char *s, Text *out) {
    for (; *s; s++) {
        if (*s == '<') base_text_add(out, "&lt;");
        else if (*s == '>') base_text_add(out, "&gt;");
        else if (*s == '&') base_text_add(out, "&amp;");
        else if (*s == '"') base_text_add(out, "&quot;");
        else base_text_char(out, *s);
    }
}

/* Squares of the systems on the diagonal. */
static void svg_systems(const Incidence *x, double cell, double left, double top, Text *out) {
    for (uint32_t b = 0; b + 1 < x->first_row.n; b++) {
        uint32_t system = x->m->blocks.at[b].system;
        if (system == UINT32_MAX) continue;
        const SymSystem *s = &x->m->systems.at[system];
        double from = x->first_row.at[b] * cell, n = (x->first_row.at[b + 1] - x->first_row.at[b]) * cell,
               torn = s->n * cell;
        const char *colour = s->linear ? "#2b6cb0" : "#c05621";
        base_text_printf(out,
                         "<rect x=\"%.2f\" y=\"%.2f\" width=\"%.2f\" height=\"%.2f\" fill=\"%s\" fill-opacity=\"0.12\" "
                         "stroke=\"%s\">"
                         "<title>%s system of %u equations, torn to %u</title></rect>\n",
                         left + from, top + from, n, n, colour, colour, s->linear ? "linear" : "nonlinear",
                         s->full_size, s->n);
        base_text_printf(
            out, "<rect x=\"%.2f\" y=\"%.2f\" width=\"%.2f\" height=\"%.2f\" fill=\"%s\" fill-opacity=\"0.25\"/>\n",
            left + from + n - torn, top + from + n - torn, torn, torn, colour);
    }
}

static const char *dot_colour(const Incidence *x, uint32_t r, uint32_t c) {
    if (r == c) return x->rows.at[r].kind == RESIDUAL ? "#c53030" : "#1a202c";
    return "#718096";
}

static void svg_dots(const Incidence *x, double cell, double left, double top, Text *out) {
    uint32_t n = (uint32_t)x->rows.n;
    double size = cell < 1 ? 1 : cell * 0.72;
    Map drawn = {0};
    for (uint32_t r = 0; r < n; r++)
        for (uint32_t k = 0; k <= holes(x, r); k++) {
            uint32_t c = k < holes(x, r) ? column(x, r, k) : r;
            if (c == SYM_NONE) continue;
            double grid = cell < 1 ? cell : 1;
            uint64_t at = (uint64_t)(r * grid) << 32 | (uint64_t)(c * grid);
            if (base_map_get(&drawn, at, NULL)) continue;
            base_map_put(&drawn, at, 1);
            base_text_printf(out, "<rect x=\"%.2f\" y=\"%.2f\" width=\"%.2f\" height=\"%.2f\" fill=\"%s\"/>\n",
                             left + c * cell + (cell - size) / 2, top + r * cell + (cell - size) / 2, size, size,
                             dot_colour(x, r, c));
        }
    base_map_free(&drawn);
}

static void svg_labels(const Incidence *x, double cell, double left, double top, Text *out) {
    uint32_t n = (uint32_t)x->rows.n;
    if (n > LABELLED) return;
    for (uint32_t r = 0; r < n; r++) {
        Text name = {0}, eq = {0};
        dae_var_text(x->m->dae, x->columns.at[r], &name);
        add_equation(x, r, &eq);
        if (eq.n > 90) {
            eq.n = 90;
            base_text_add(&eq, " ...");
        }
        base_text_printf(out, "<text x=\"%.2f\" y=\"%.2f\" text-anchor=\"end\">", left - 6, top + (r + 0.72) * cell);
        svg_escape(base_text_str(&name), out);
        base_text_printf(out, "</text>\n<text x=\"%.2f\" y=\"%.2f\">", left + n * cell + 8, top + (r + 0.72) * cell);
        svg_escape(base_text_str(&eq), out);
        base_text_add(out, "</text>\n");
        base_text_free(&name);
        base_text_free(&eq);
    }
}

/* Width that the longest name needs on the left. */
static double label_width(const Incidence *x) {
    size_t longest = 0;
    for (size_t c = 0; c < x->columns.n && x->rows.n <= LABELLED; c++) {
        Text t = {0};
        dae_var_text(x->m->dae, x->columns.at[c], &t);
        if (t.n > longest) longest = t.n;
        base_text_free(&t);
    }
    return (double)longest * 6.7 + MARGIN;
}

static void incidence_svg(const Incidence *x, Text *out) {
    uint32_t n = (uint32_t)x->rows.n;
    double cell = n <= LABELLED ? 15 : (double)SIDE / n, side = n * cell, left = label_width(x), top = 58;
    double width = left + side + (n <= LABELLED ? 660 : MARGIN), height = top + side + MARGIN;
    if (width < 620) width = 620;
    base_text_printf(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" height=\"%.0f\" font-family=\"monospace\" "
        "font-size=\"11\">\n<rect width=\"100%%\" height=\"100%%\" fill=\"white\"/>\n",
        width, height);
    base_text_printf(out, "<text x=\"%d\" y=\"22\" font-size=\"15\">", MARGIN);
    svg_escape(base_str(x->m->dae->ctx->names, x->m->dae->model), out);
    base_text_printf(out, ": %u equations, %u states</text>\n", n, x->m->counts.states);
    base_text_printf(
        out,
        "<text x=\"%d\" y=\"42\" fill=\"#4a5568\">black: computed here, grey: used, "
        "<tspan fill=\"#2b6cb0\">linear systems</tspan>, <tspan fill=\"#c05621\">nonlinear systems</tspan> "
        "(darker: what is left after tearing)</text>\n",
        MARGIN);
    base_text_printf(out,
                     "<rect x=\"%.2f\" y=\"%.2f\" width=\"%.2f\" height=\"%.2f\" fill=\"none\" stroke=\"#cbd5e0\"/>\n",
                     left, top, side, side);
    svg_systems(x, cell, left, top, out);
    svg_dots(x, cell, left, top, out);
    svg_labels(x, cell, left, top, out);
    base_text_add(out, "</svg>\n");
}

void dbg_incidence(const SymModel *m, DbgForm form, Text *out) {
    Incidence x;
    open_incidence(&x, m);
    if (form == DBG_FORM_SVG) incidence_svg(&x, out);
    else if (form == DBG_FORM_JSON) incidence_json(&x, out);
    else incidence_text(&x, out);
    close_incidence(&x);
}
