/* write.c - one self-contained C file: abi, helpers, tables, code, names; exports cw_model and what
 * a host needs to run it.
 *
 * Before: a GenModel, best made with GenOptions.comments.  After: text that any C compiler with GNU
 * extensions takes, without headers and with libm only.
 */
#include "codegen/codegen_impl.h"

static void numbers(FILE *out, const char *type, const char *name, uint32_t index, const int *at, size_t n) {
    fprintf(out, "static const %s %s%u[] = {", type, name, index);
    for (size_t i = 0; i < n; i++) fprintf(out, i % 20 == 19 ? "%d,\n" : "%d,", at[i]);
    fputs(n ? "};\n" : "0};\n", out);
}

static void tables(const GenModel *g, const char *linkage, FILE *out) {
    for (uint32_t i = 1; i < g->ntab; i++) numbers(out, "int", "cw_table", i, g->tab[i], g->tab_size[i]);
    fprintf(out, "%sconst int *const cw_tables[] = {0", linkage);
    for (uint32_t i = 1; i < g->ntab; i++) fprintf(out, ",cw_table%u", i);
    fputs("};\n", out);
    Text text = {0};
    for (uint32_t i = 0; i < g->nconstants; i++) {
        base_text_add(&text, i ? i % 8 ? "," : ",\n" : "");
        gen_number(&text, g->constants[i]);
    }
    fprintf(out, "%sconst double cw_constants[] = {%s};\n", linkage, g->nconstants ? base_text_str(&text) : "0");
    base_text_free(&text);
    if (!*linkage) fprintf(out, "const int cw_nvars = %u;\n", g->nvars);
    fprintf(out, "%sconst int cw_nconstants = %u;\n", linkage, g->nconstants);
}

static void names(const GenModel *g, FILE *out) {
    const Dae *d = g->sym->dae;
    fputs("const char *const cw_names[] = {\n", out);
    for (uint32_t i = 0; i < g->nvars; i++) {
        Text name = {0}, quoted = {0};
        dae_var_text(d, i, &name);
        gen_c_string(&quoted, base_text_str(&name));
        fprintf(out, "%s, /* %u */\n", quoted.at, i);
        base_text_free(&name), base_text_free(&quoted);
    }
    fputs("0};\nconst int cw_states[][2] = { /* state, derivative */\n", out);
    for (size_t i = 0; i < g->sym->states.n; i++)
        fprintf(out, "{%u,%u},\n", g->sym->states.at[i].x, g->sym->states.at[i].dx);
    fputs("{0,0}};\n", out);
}

static void systems(const GenModel *g, FILE *out) {
    for (uint32_t i = 0; i < g->nsystems; i++) {
        const CwSystem *s = &g->systems[i];
        numbers(out, "int", "cw_vars", i, s->vars, (size_t)s->n);
        if (s->operands) numbers(out, "int", "cw_operands", i, s->operands, g->operand_size[i]);
        if (!s->colptr) continue;
        numbers(out, "int", "cw_colptr", i, s->colptr, (size_t)s->n + 1);
        numbers(out, "int", "cw_rowind", i, s->rowind, (size_t)s->colptr[s->n]);
        if (s->colour) numbers(out, "int", "cw_colour", i, s->colour, (size_t)s->n);
    }
}

static void system_rows(const GenModel *g, const char *type, FILE *out) {
    fprintf(out, "static %s cw_systems[] = {\n", type);
    for (uint32_t i = 0; i < g->nsystems; i++) {
        const CwSystem *s = &g->systems[i];
        fprintf(out, "{%d,%d,%d,cw_vars%u,", s->n, s->linear, s->constant, i);
        if (s->operands) fprintf(out, "cw_operands%u,", i);
        else fputs("0,", out);
        fputs("0,0,", out);
        if (s->colptr) fprintf(out, "cw_colptr%u,cw_rowind%u,", i, i);
        else fputs("0,0,", out);
        if (s->colptr && s->colour) fprintf(out, "cw_colour%u,", i);
        else fputs("0,", out);
        fprintf(out, "%d},\n", s->ncolours);
    }
    fputs("{0}};\n", out);
}

/* Functions that the file does not contain: linked with it. */
static void external_note(const GenModel *g, FILE *out) {
    if (!g->externals.n) return;
    fputs("\n/* External functions: cw_external[2*i] must be given the address of", out);
    for (size_t i = 0; i < g->externals.n; i++) fprintf(out, "\n *   %zu: %s", i, g->externals.at[i].symbol);
    fputs(" */\n", out);
}

/* The text with lines indented by braces. */
static void indented(const char *text, FILE *out) {
    int depth = 0;
    for (const char *s = text; *s;) {
        size_t n = strcspn(s, "\n");
        bool comment = n > 1 && s[0] == '/' && s[1] == '*';
        int here = depth;
        for (size_t i = 0; i < n && !comment; i++) {
            if (s[i] == '"')
                for (i++; i < n && s[i] != '"'; i++) i += s[i] == '\\';
            depth += i < n && s[i] == '{' ? 1 : i < n && s[i] == '}' ? -1 : 0;
        }
        for (size_t i = 0; i < n && s[i] == '}'; i++) here--;
        fprintf(out, "%*s%.*s\n", n && here > 0 ? 4 * here : 0, "", (int)n, s);
        s += n + (s[n] == '\n');
    }
}

void gen_write_inside(const GenModel *g, FILE *out) {
    tables(g, "static ", out);
    systems(g, out);
    system_rows(g, "const CwSystem", out);
    indented(g->text, out);
}

void gen_write(const GenModel *g, FILE *out) {
    fprintf(out, "/* %s\n * C made by causeway from the sorted equations of this model.\n",
            base_str(g->ctx->names, g->sym->dae->model));
    fputs(" * Call cw_start() once, then the functions of the table it returns, with a CwEnv whose "
          "tab is cw_tables and whose v holds\n"
          " * cw_nvars variables (names in cw_names) and behind them the cw_constants. */\n",
          out);
    fputs("#define CW_CODE\n#define CW_HELPER static\n\n", out);
    fputs(gen_abi_text(), out);
    fputs(gen_helpers_text(), out);
    fputs(
        "\n/* ---- tables "
        "------------------------------------------------------------------------------------------------------ */\n\n",
        out);
    tables(g, "", out);
    systems(g, out);
    system_rows(g, "CwSystem", out);
    fputs("\n/* ---- names "
          "------------------------------------------------------------------------------------------------------- "
          "*/\n\n",
          out);
    names(g, out);
    fputs("\n/* ---- equations "
          "--------------------------------------------------------------------------------------------------- */\n\n",
          out);
    external_note(g, out);
    indented(g->text, out);
    fputs("\n/* ---- the model "
          "--------------------------------------------------------------------------------------------------- "
          "*/\n\nCwModel cw_model;\n\nconst CwModel *cw_start(void) {\n",
          out);
    fprintf(out, "int i;\ncw_model.nsystems = %u;\ncw_model.systems = cw_systems;\ncw_model.tab = cw_tables;\n",
            g->nsystems);
    fprintf(out,
            "for (i = 0; i < %u; i++) {\ncw_systems[i].residual = "
            "residual[i];\ncw_systems[i].tangent = residual_tangent[i];\n}\n",
            g->nsystems);
#define ASSIGN(name) fputs("cw_model." #name " = " #name ";\n", out);
    CW_MODEL_FUNCTIONS(ASSIGN)
#undef ASSIGN
    fputs("return &cw_model;\n}\n", out);
}
