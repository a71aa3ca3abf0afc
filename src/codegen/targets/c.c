/* c.c - targets in C: the equations as one function, and around it a program, a DSblock or an S-function.
 *
 * Variables are members v_NAME of a structure; parameters come in p, inputs in u, states in x; derivatives go to dx,
 * outputs to y.  Systems of equations are solved by the methods of src/solve, which are carried as text: linear ones
 * with pivoting at every call, so that coefficients that depend on conditions need no care; nonlinear ones by damped
 * Newton iterations from the values of the last call, and other methods where these fail.
 */
#include "codegen/codegen_impl.h"
#include "solve/solve.h"

#include <string.h>

static const GenDialect c = {
    .condition = GEN_IF_C,
    .relations = {" < ", " <= ", " > ", " >= ", " == ", " != "},
    .logic = {" && ", " || ", "!", "1", "0"},
    .real = true,
    .prefix = "v->v_",
};

/* Text without its comments and empty lines. */
static void paste(const char *text, Text *out) {
    bool empty = true;
    for (size_t line = out->n; *text; text++) {
        if (text[0] == '/' && text[1] == '*') {
            text = strstr(text, "*/") + 1;
            continue;
        }
        if (*text != '\n') {
            empty &= *text == ' ';
            base_text_char(out, *text);
            continue;
        }
        if (empty) out->n = line;
        else
            while (out->n > line && out->at[out->n - 1] == ' ') out->n--;
        if (!empty) base_text_char(out, '\n');
        line = out->n;
        empty = true;
    }
}

/* The methods for systems of equations (src/solve). */
static void solver(const GenProgram *p, Text *out) {
    bool nonlinear = gen_target_has(p, GEN_STEP_ITERATE);
    if (!nonlinear && !gen_target_has(p, GEN_STEP_LINEAR)) return;
    unsigned wants = SOL_CARRY_DENSE | (nonlinear ? SOL_CARRY_NONLINEAR : 0);
    base_text_add(out, "/* ---- numerical methods of Causeway "
                       "------------------------------------------------------------------------------ */\n\n"
                       "#if defined(__GNUC__)\n#pragma GCC diagnostic ignored \"-Wunused-function\"\n#endif\n"
                       "#include <string.h>\n#define SOL_CARRIED\n#define SOL static inline\n");
    for (int k = 0; sol_carried(wants, k); k++) paste(sol_carried(wants, k), out);
    base_text_add(out,
                  "\n/* ---- the model "
                  "--------------------------------------------------------------------------------------------------"
                  " */\n\n");
}

static uint32_t count(const GenProgram *p, GenRole role) {
    uint32_t n = 0;
    for (uint32_t v = 1; v < p->nvars; v++) n += p->vars[v].role == role;
    return n;
}

static uint32_t outputs(const GenProgram *p) {
    uint32_t n = 0;
    for (uint32_t v = 1; v < p->nvars; v++) n += p->vars[v].output;
    return n;
}

/* The matrix by columns. */
static void linear(const GenProgram *p, const GenStep *s, Text *out) {
    uint32_t n = s->n;
    base_text_printf(out, "    {\n        double A[%u] = {0}, b[%u] = {0};\n        int pivot[%u];\n", n * n, n, 3 * n);
    for (uint32_t k = 0; k < n * n; k++) {
        if (!s->a[k]) continue;
        base_text_printf(out, "        A[%u] = ", k % n * n + k / n);
        gen_target_expr(&c, p, s->a[k], out);
        base_text_add(out, ";\n");
    }
    for (uint32_t k = 0; k < n; k++) {
        if (!s->b[k]) continue;
        base_text_printf(out, "        b[%u] = ", k);
        gen_target_expr(&c, p, s->b[k], out);
        base_text_add(out, ";\n");
    }
    base_text_printf(out,
                     "        failed |= sol_dense_factor(A, %u, pivot) >= 0;\n"
                     "        sol_dense_solve(A, %u, pivot, b);\n",
                     n, n);
    for (uint32_t k = 0; k < n; k++)
        base_text_printf(out, "        %s%s = b[%u];\n", c.prefix, p->vars[s->unknowns[k]].name, k);
    base_text_add(out, "    }\n");
}

/* The residuals of a nonlinear system as a function, and what else is fixed. */
static void system_of(const GenProgram *p, const GenStep *s, uint32_t number, Text *out) {
    uint32_t n = s->n;
    base_text_printf(out,
                     "static int residuals_%u(SolSystem *s, const double *z, double *r) {\n"
                     "    Variables *v = (Variables *)s->host;\n    const double Time = v->Time;\n    (void)Time;\n",
                     number);
    for (uint32_t k = 0; k < n; k++)
        base_text_printf(out, "    %s%s = z[%u];\n", c.prefix, p->vars[s->unknowns[k]].name, k);
    for (uint32_t k = 0; k < n; k++) {
        base_text_printf(out, "    r[%u] = ", k);
        gen_target_expr(&c, p, s->residuals[k], out);
        base_text_add(out, ";\n");
    }
    base_text_printf(out,
                     "    return are_finite(r, %u);\n}\n\n"
                     "static const SolEquations equations_%u = {residuals_%u, 0, start_values, 0};\n"
                     "static const double start_%u[] = {",
                     n, number, number, number);
    for (uint32_t k = 0; k < n; k++) {
        if (k) base_text_add(out, ", ");
        base_text_double(out, p->vars[s->unknowns[k]].value, true);
    }
    base_text_add(out, "};\n\n");
}

static void systems(const GenProgram *p, Text *out) {
    if (!gen_target_has(p, GEN_STEP_ITERATE)) return;
    paste(gen_systems_text(), out);
    base_text_char(out, '\n');
    for (uint32_t i = 0; i < p->nsteps; i++)
        if (p->steps[i].kind == GEN_STEP_ITERATE) system_of(p, &p->steps[i], i, out);
}

/* Solved from the values of the last call.  Room for the matrix, and for each of the methods that may want some. */
static void iterate(const GenProgram *p, const GenStep *s, uint32_t number, Text *out) {
    uint32_t n = s->n;
    base_text_printf(
        out,
        "    {\n        static System s;\n        static double room[%u];\n"
        "        if (!s.room) prepare(&s, %u, &equations_%u, start_%u, room, sizeof room / sizeof *room);\n"
        "        failed |= solve_system(&s, v);\n    }\n",
        7 * n * n + 40 * n + 16, n, number, number);
    (void)p;
}

static void call(const GenProgram *p, const GenStep *s, Text *out) {
    const DaeNode *n = dae_at(p->pool, s->value);
    base_text_printf(out, "    %s(", base_str(p->names, n->id));
    for (uint32_t k = 0; k < n->nargs; k++) {
        gen_target_expr(&c, p, dae_arg(p->pool, s->value, k), out);
        base_text_add(out, ", ");
    }
    for (uint32_t k = 0; k < s->n; k++)
        base_text_printf(out, "%s&%s%s", k ? ", " : "", c.prefix, p->vars[s->unknowns[k]].name);
    base_text_add(out, ");\n");
}

/* All variables, so that functions of their own can say what a system of equations is. */
static void structure(const GenProgram *p, Text *out) {
    base_text_add(out, "typedef struct {\n    double Time;\n");
    for (uint32_t v = 1; v < p->nvars; v++)
        if (p->vars[v].role != GEN_VAR_UNUSED)
            base_text_printf(out, "    double v_%s; /* %s */\n", p->vars[v].name, p->vars[v].full);
    base_text_add(out, "} Variables;\n\n");
}

static void declare(const GenProgram *p, Text *out) {
    uint32_t np = 0, nu = 0, nx = 0;
    base_text_add(out, "    Variables all = {0}, *v = &all;\n    v->Time = Time;\n");
    for (uint32_t v = 1; v < p->nvars; v++) {
        const GenProgramVar *g = &p->vars[v];
        if (g->role == GEN_VAR_PARAMETER) base_text_printf(out, "    %s%s = p[%u];\n", c.prefix, g->name, np++);
        if (g->role == GEN_VAR_INPUT) base_text_printf(out, "    %s%s = u[%u];\n", c.prefix, g->name, nu++);
        if (g->role == GEN_VAR_STATE) base_text_printf(out, "    %s%s = x[%u];\n", c.prefix, g->name, nx++);
    }
}

static void step(const GenProgram *p, uint32_t number, Text *out) {
    const GenStep *s = &p->steps[number];
    if (s->kind == GEN_STEP_COMMENT) base_text_printf(out, "    /* %s */\n", s->text);
    if (s->kind == GEN_STEP_CALL) call(p, s, out);
    if (s->kind == GEN_STEP_LINEAR) linear(p, s, out);
    if (s->kind == GEN_STEP_ITERATE) iterate(p, s, number, out);
    if (s->kind != GEN_STEP_ASSIGN) return;
    base_text_printf(out, "    %s%s = ", c.prefix, p->vars[s->var].name);
    gen_target_expr(&c, p, s->value, out);
    base_text_add(out, ";\n");
}

static void give_outputs(const GenProgram *p, Text *out) {
    uint32_t ny = 0;
    for (uint32_t v = 1; v < p->nvars; v++)
        if (p->vars[v].output) base_text_printf(out, "    y[%u] = %s%s;\n", ny++, c.prefix, p->vars[v].name);
}

static void equations(const GenProgram *p, Text *out) {
    base_text_add(out, "/* 0 when all systems of equations were solved. */\n"
                       "static int equations(double Time, const double *p, const double *u, const double *x, double "
                       "*dx, double *y) {\n"
                       "    int failed = 0;\n");
    declare(p, out);
    base_text_add(out, "    (void)Time, (void)p, (void)u, (void)x, (void)dx, (void)y;\n");
    for (uint32_t i = 0; i < p->nsteps; i++) step(p, i, out);
    for (uint32_t i = 0; i < p->nstates; i++)
        base_text_printf(out, "    dx[%u] = %s%s;\n", i, c.prefix, p->vars[p->derivatives[i]].name);
    give_outputs(p, out);
    base_text_add(out, "    return failed;\n}\n\n");
}

static void preamble(const GenProgram *p, const char *what, const char *includes, Text *out) {
    base_text_printf(out, "/* %s %s, generated by Causeway. */\n#include <math.h>\n%s\n", what, p->name, includes);
    static const GenDialect without_sign = {.functions = {{DAE_SIGN, NULL}}};
    bool sign = false;
    for (uint32_t i = 0; i < p->nsteps; i++) {
        const GenStep *s = &p->steps[i];
        sign |= s->value && gen_dialect_lacks(&without_sign, p->pool, s->value);
        for (uint32_t k = 0; s->residuals && k < s->n; k++)
            sign |= gen_dialect_lacks(&without_sign, p->pool, s->residuals[k]) != NULL;
        for (uint32_t k = 0; s->b && k < s->n; k++)
            sign |= s->b[k] && gen_dialect_lacks(&without_sign, p->pool, s->b[k]);
        for (uint32_t k = 0; s->a && k < s->n * s->n; k++)
            sign |= s->a[k] && gen_dialect_lacks(&without_sign, p->pool, s->a[k]);
    }
    if (sign) base_text_add(out, "static double sign(double x) { return (x > 0) - (x < 0); }\n\n");
    if (p->c_text) base_text_printf(out, "%s\n", p->c_text);
}

static void head(const GenProgram *p, const char *what, const char *includes, Text *out) {
    preamble(p, what, includes, out);
    solver(p, out);
    structure(p, out);
    systems(p, out);
    equations(p, out);
}

static void table(const GenProgram *p, const char *name, GenRole role, Text *out) {
    base_text_printf(out, "static const double %s[] = {", name);
    for (uint32_t v = 1; v < p->nvars; v++) {
        if (p->vars[v].role != role) continue;
        base_text_double(out, p->vars[v].value, true);
        base_text_add(out, ", ");
    }
    base_text_add(out, "0};\n");
}

static void tables(const GenProgram *p, Text *out) {
    base_text_printf(out, "enum { NP = %u, NU = %u, NX = %u, NY = %u };\n", count(p, GEN_VAR_PARAMETER),
                     count(p, GEN_VAR_INPUT), p->nstates, outputs(p));
    table(p, "parameters", GEN_VAR_PARAMETER, out);
    table(p, "inputs", GEN_VAR_INPUT, out);
    table(p, "start", GEN_VAR_STATE, out);
    base_text_char(out, '\n');
}

static void names(const GenProgram *p, Text *out) {
    base_text_add(out, "static const char *const output_names[] = {");
    for (uint32_t v = 1; v < p->nvars; v++)
        if (p->vars[v].output) base_text_printf(out, "\"%s\", ", p->vars[v].full);
    base_text_add(out, "0};\n");
}

bool gen_write_c(const GenProgram *p, Text *out, const char **why) {
    if (!gen_target_says(p, GEN_SAYS_LINEAR | GEN_SAYS_ITERATE | GEN_SAYS_CALL | GEN_NEEDS_C, why)) return false;
    head(p, "Program for model", "#include <stdio.h>\n#include <stdlib.h>\n", out);
    tables(p, out);
    names(p, out);
    base_text_printf(
        out,
        "\n/* Integrates from 0 to the first argument (default %.17g) in as many steps of Runge and Kutta as the "
        "second says. */\n"
        "int main(int argc, char **argv) {\n"
        "    double stop = argc > 1 ? atof(argv[1]) : %.17g, x[NX + 1], y[NY + 1], z[NX + 1], k[4][NX + 1], t = 0;\n"
        "    long steps = argc > 2 ? atol(argv[2]) : 10000;\n"
        "    int failed = 0;\n"
        "    for (int i = 0; i < NX; i++) x[i] = start[i];\n"
        "    printf(\"Time\");\n"
        "    for (int i = 0; i < NY; i++) printf(\",%%s\", output_names[i]);\n"
        "    printf(\"\\n\");\n"
        "    for (long n = 0; n <= steps; n++) {\n"
        "        double h = stop / (double)steps;\n"
        "        t = (double)n * h;\n"
        "        failed |= equations(t, parameters, inputs, x, k[0], y);\n"
        "        if (n %% (steps / 10 ? steps / 10 : 1) == 0) {\n"
        "            printf(\"%%.12g\", t);\n"
        "            for (int i = 0; i < NY; i++) printf(\",%%.12g\", y[i]);\n"
        "            printf(\"\\n\");\n"
        "        }\n"
        "        if (n == steps) break;\n"
        "        for (int s = 1; s < 4; s++) {\n"
        "            double f = s == 3 ? h : h / 2;\n"
        "            for (int i = 0; i < NX; i++) z[i] = x[i] + f * k[s - 1][i];\n"
        "            failed |= equations(t + f, parameters, inputs, z, k[s], y);\n"
        "        }\n"
        "        for (int i = 0; i < NX; i++) x[i] += h / 6 * (k[0][i] + 2 * k[1][i] + 2 * k[2][i] + k[3][i]);\n"
        "    }\n"
        "    return failed;\n"
        "}\n",
        p->stop, p->stop);
    return true;
}

bool gen_write_dsblock(const GenProgram *p, Text *out, const char **why) {
    if (!gen_target_says(p, GEN_SAYS_LINEAR | GEN_SAYS_ITERATE | GEN_SAYS_CALL | GEN_NEEDS_C, why)) return false;
    head(p, "DSblock (ODE form) of model", "#include \"dsblock.h\"\n", out);
    tables(p, out);
    base_text_printf(
        out,
        "static int derivatives(double t, const double *p, const double *u, const double *x, double *dx, double *y) {\n"
        "    return equations(t, p, u, x, dx, y);\n}\n\n"
        "const DSblock dsblock = {\"%s\", NP, NU, NX, 0, NY, parameters, inputs, start, 0, 0, derivatives, 0};\n",
        p->name);
    return true;
}

/* ---- DSblock in DAE form ----------------------------------------------------------------------------------------- */

static bool is_derivative(const GenProgram *p, uint32_t var, uint32_t *state) {
    for (*state = 0; *state < p->nstates; ++*state)
        if (p->derivatives[*state] == var) return true;
    return false;
}

/* A system of equations: its unknowns come from the solver, its equations are residuals. */
static void residual_system(const GenProgram *p, const GenStep *s, uint32_t *nz, uint32_t *nr, Text *out) {
    uint32_t state;
    for (uint32_t k = 0; k < s->n; k++) {
        base_text_printf(out, "    %s%s = ", c.prefix, p->vars[s->unknowns[k]].name);
        if (is_derivative(p, s->unknowns[k], &state)) base_text_printf(out, "dx[%u];\n", state);
        else base_text_printf(out, "z[%u];\n", (*nz)++);
    }
    for (uint32_t k = 0; k < s->n; k++) {
        base_text_printf(out, "    r[%u] = ", (*nr)++);
        gen_target_expr(&c, p, s->residuals[k], out);
        base_text_add(out, ";\n");
    }
}

static bool in_system(const GenProgram *p, uint32_t var) {
    for (uint32_t i = 0; i < p->nsteps; i++)
        for (uint32_t k = 0; p->steps[i].kind == GEN_STEP_ITERATE && k < p->steps[i].n; k++)
            if (p->steps[i].unknowns[k] == var) return true;
    return false;
}

/* Guesses and names of the unknowns, in the order of residual_system. */
static void unknown_tables(const GenProgram *p, uint32_t nz, Text *out) {
    Text names_text = {0}, guesses = {0};
    uint32_t state;
    for (uint32_t i = 0; i < p->nsteps; i++)
        for (uint32_t k = 0; p->steps[i].kind == GEN_STEP_ITERATE && k < p->steps[i].n; k++) {
            const GenProgramVar *v = &p->vars[p->steps[i].unknowns[k]];
            if (is_derivative(p, p->steps[i].unknowns[k], &state)) continue;
            base_text_printf(&names_text, "\"%s\", ", v->full);
            base_text_double(&guesses, v->value, true);
            base_text_add(&guesses, ", ");
        }
    base_text_printf(
        out,
        "enum { NZ = %u };\nstatic const double guess[] = {%s0};\nstatic const char *const unknowns[] = {%s0};\n\n", nz,
        base_text_str(&guesses), base_text_str(&names_text));
    base_text_free(&names_text);
    base_text_free(&guesses);
}

/* What is explicit stays explicit; states and the unknowns of systems go to the solver, with as many residuals. */
bool gen_write_dsblock_dae(const GenProgram *p, Text *out, const char **why) {
    if (!gen_target_says(p, GEN_SAYS_ITERATE | GEN_SAYS_CALL | GEN_NEEDS_C, why)) return false;
    uint32_t nz = 0, nr = 0;
    preamble(p, "DSblock (DAE form) of model", "#include \"dsblock.h\"\n", out);
    structure(p, out);
    base_text_add(out, "static int residuals(double Time, const double *p, const double *u, const double *x, const "
                       "double *dx, const double *z,\n"
                       "                     double *r, double *y) {\n");
    declare(p, out);
    base_text_add(out, "    (void)Time, (void)p, (void)u, (void)x, (void)dx, (void)z, (void)r, (void)y;\n");
    for (uint32_t i = 0; i < p->nsteps; i++) {
        if (p->steps[i].kind == GEN_STEP_ITERATE) residual_system(p, &p->steps[i], &nz, &nr, out);
        else step(p, i, out);
    }
    for (uint32_t i = 0; i < p->nstates; i++)
        if (!in_system(p, p->derivatives[i]))
            base_text_printf(out, "    r[%u] = dx[%u] - %s%s;\n", nr++, i, c.prefix, p->vars[p->derivatives[i]].name);
    give_outputs(p, out);
    base_text_add(out, "    return 0;\n}\n\n");
    tables(p, out);
    unknown_tables(p, nz, out);
    base_text_printf(out,
                     "const DSblock dsblock = {\"%s\", NP, NU, NX, NZ, NY, parameters, inputs, start, guess, unknowns, "
                     "0, residuals};\n",
                     p->name);
    return true;
}

/* ---- S-function -------------------------------------------------------------------------------------------------- */

bool gen_write_simulink(const GenProgram *p, Text *out, const char **why) {
    if (!gen_target_says(p, GEN_SAYS_LINEAR | GEN_SAYS_ITERATE | GEN_SAYS_CALL | GEN_NEEDS_C, why)) return false;
    base_text_printf(out, "#define S_FUNCTION_NAME %s\n#define S_FUNCTION_LEVEL 2\n", p->name);
    head(p, "S-function of model", "#include \"simstruc.h\"\n", out);
    tables(p, out);
    base_text_add(out,
                  "static void mdlInitializeSizes(SimStruct *S) {\n"
                  "    ssSetNumSFcnParams(S, 0);\n    ssSetNumContStates(S, NX);\n    ssSetNumDiscStates(S, 0);\n"
                  "    if (!ssSetNumInputPorts(S, NU ? 1 : 0)) return;\n"
                  "    if (NU) {\n        ssSetInputPortWidth(S, 0, NU);\n        ssSetInputPortDirectFeedThrough(S, "
                  "0, 1);\n    }\n"
                  "    if (!ssSetNumOutputPorts(S, NY ? 1 : 0)) return;\n    if (NY) ssSetOutputPortWidth(S, 0, NY);\n"
                  "    ssSetNumSampleTimes(S, 1);\n}\n\n"
                  "static void mdlInitializeSampleTimes(SimStruct *S) {\n"
                  "    ssSetSampleTime(S, 0, CONTINUOUS_SAMPLE_TIME);\n    ssSetOffsetTime(S, 0, 0.0);\n}\n\n"
                  "#define MDL_INITIALIZE_CONDITIONS\nstatic void mdlInitializeConditions(SimStruct *S) {\n"
                  "    real_T *x = ssGetContStates(S);\n    for (int i = 0; i < NX; i++) x[i] = start[i];\n}\n\n"
                  "static void evaluate(SimStruct *S, double *dx, double *y) {\n    double u[NU + 1];\n"
                  "    if (NU) {\n        InputRealPtrsType in = ssGetInputPortRealSignalPtrs(S, 0);\n"
                  "        for (int i = 0; i < NU; i++) u[i] = *in[i];\n    }\n"
                  "    if (equations(ssGetT(S), parameters, u, ssGetContStates(S), dx, y)) ssSetErrorStatus(S, \"a "
                  "system of equations has no solution\");\n}\n\n"
                  "static void mdlOutputs(SimStruct *S, int_T tid) {\n    double dx[NX + 1], y[NY + 1];\n    "
                  "(void)tid;\n    evaluate(S, dx, y);\n"
                  "    if (NY) {\n        real_T *to = ssGetOutputPortRealSignal(S, 0);\n        for (int i = 0; i < "
                  "NY; i++) to[i] = y[i];\n    }\n}\n\n"
                  "#define MDL_DERIVATIVES\nstatic void mdlDerivatives(SimStruct *S) {\n    double dx[NX + 1], y[NY + "
                  "1];\n    evaluate(S, dx, y);\n"
                  "    for (int i = 0; i < NX; i++) ssGetdX(S)[i] = dx[i];\n}\n\n"
                  "static void mdlTerminate(SimStruct *S) { (void)S, (void)inputs; }\n\n"
                  "#ifdef MATLAB_MEX_FILE\n#include \"simulink.c\"\n#else\n#include \"cg_sfun.h\"\n#endif\n");
    return true;
}
