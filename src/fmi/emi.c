/* emi.c - a model as an external model: a shared library that implements include/causeway/emi.h. */
#include "fmi/fmi_impl.h"

#include "emi_texts.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static const char *carried(const unsigned char *text) { return (const char *)text; }

typedef VEC(uint32_t) Chosen; /* indices in FmiModel.vars */

static bool suits(const FmiModel *m, const FmiVariable *f, FmiCausality as) {
    if (m->dae->vars.at[f->var].base == DAE_STRING) return false;
    return as == FMI_INPUT       ? f->causality == FMI_INPUT && f->reference == 2 * f->var
           : as == FMI_PARAMETER ? f->causality == FMI_PARAMETER
                                 : f->causality != FMI_PARAMETER && f->variability != FMI_CONSTANT;
}

/* Names parted by commas; NULL: all inputs, or outputs.  false after a diagnostic. */
static bool choose(const FmiModel *m, const char *names, FmiCausality as, const char *what, Chosen *out) {
    for (uint32_t i = 0; !names && as != FMI_PARAMETER && i < m->vars.n; i++)
        if (m->vars.at[i].causality == as && suits(m, &m->vars.at[i], as)) vec_push(out, i);
    for (const char *at = names; at && *at;) {
        size_t n = strcspn(at, ",");
        uint32_t i = 0;
        while (i < m->vars.n && (strlen(m->vars.at[i].name) != n || strncmp(m->vars.at[i].name, at, n) != 0)) i++;
        if (i == m->vars.n || !suits(m, &m->vars.at[i], as)) {
            Diag *d = base_error(m->ctx, "FMI0004", (Span){0}, "%.*s is no %s of %s", (int)n, at, what, m->name);
            base_hint(m->ctx, d, "inputs are inputs at the top level, parameters those that can be set");
            return false;
        }
        vec_push(out, i);
        at += n + (at[n] == ',');
    }
    return true;
}

void fmi_offer(const GenModel *g, const Runtime *rt, Arena *arena, FmiOffer *offer) {
    FmiModel *m = fmi_model(g, rt);
    for (uint32_t i = 0; i < m->vars.n; i++) {
        const FmiVariable *f = &m->vars.at[i];
        VecStr *list = f->causality == FMI_INPUT       ? &offer->inputs
                       : f->causality == FMI_OUTPUT    ? &offer->outputs
                       : f->causality == FMI_PARAMETER ? &offer->parameters
                                                       : NULL;
        if (list && suits(m, f, f->causality)) vec_push(list, base_strdup(arena, f->name));
    }
    fmi_model_free(m);
}

static void interface_tables(FmiModel *m, const Chosen *in, const Chosen *out, const Chosen *parameters, FILE *f) {
    FmiDependences d;
    fmi_depend(m, false, &d);
    fprintf(f, "enum { FM_INPUTS = %zu, FM_OUTPUTS = %zu, FM_PARAMETERS = %zu };\n", in->n, out->n, parameters->n);
    fputs("static const int fm_inputs[] = {", f);
    for (size_t i = 0; i < in->n; i++) fprintf(f, "%u,", m->vars.at[in->at[i]].var);
    fputs("0};\nstatic const int fm_parameter_list[] = {", f);
    for (size_t i = 0; i < parameters->n; i++) fprintf(f, "%u,", m->vars.at[parameters->at[i]].reference / 2);
    fputs("0};\nstatic const FmSource fm_outputs[] = {", f);
    for (size_t i = 0; i < out->n; i++) {
        uint32_t r = m->vars.at[out->at[i]].reference;
        bool boolean = m->dae->vars.at[r / 2].base == DAE_BOOLEAN;
        fprintf(f, "{%u,%d},", r / 2, !(r & 1) ? 1 : boolean ? 0 : -1);
    }
    fputs("{0,1}};\nstatic const unsigned char fm_follows[] = {", f);
    for (size_t i = 0; i < out->n; i++)
        for (size_t j = 0; j < in->n; j++) {
            uint32_t k = 0;
            while (d.of && k < d.nknown && d.known[k] != in->at[j] + 1) k++;
            bool follows = !d.of || k == d.nknown || fmi_depends(&d, m->vars.at[out->at[i]].reference / 2, k);
            fprintf(f, "%d,", follows);
        }
    fputs("0};\n", f);
    fmi_dependences_free(&d);
}

bool fmi_external_model(const GenModel *g, const Runtime *rt, const FmiInterface *what) {
    FmiModel *m = fmi_model(g, rt);
    Chosen in = {0}, out = {0}, parameters = {0};
    Text source = {0}, binary = {0};
    bool ok = choose(m, what->inputs, FMI_INPUT, "input", &in) &&
              choose(m, what->outputs, FMI_OUTPUT, "output", &out) &&
              choose(m, what->parameters, FMI_PARAMETER, "parameter", &parameters);
    if (ok && g->externals.n) {
        base_unsupported(m->ctx, "FMI0001", (Span){0},
                         "%s cannot be an external model: it calls external functions itself", m->name);
        ok = false;
    }
    if (ok) {
        char *made = NULL;
        size_t n = 0;
        FILE *f = open_memstream(&made, &n);
        interface_tables(m, &in, &out, &parameters, f);
        fclose(f);
        FmiExport how = {.version = 0};
        fmi_source(m, &how, true, &source);
        base_text_add(&source, carried(emi_text));
        base_text_addn(&source, made, n);
        base_text_add(&source, carried(fmu_external_text));
        free(made);
        const char *text = base_text_str(&source);
        ok = comp_library(m->ctx, &text, 1, &binary);
    }
    FILE *f = ok ? fopen(what->path, "wb") : NULL;
    if (ok && (!f || fwrite(binary.at, 1, binary.n, f) != binary.n)) {
        base_error(m->ctx, "FMI0002", (Span){0}, "%s could not be written: %s", what->path, strerror(errno));
        ok = false;
    }
    if (f && fclose(f) != 0) ok = false;
    base_text_free(&source), base_text_free(&binary);
    vec_free(&in), vec_free(&out), vec_free(&parameters);
    fmi_model_free(m);
    return ok;
}
