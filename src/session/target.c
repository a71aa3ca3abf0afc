/* target.c - a model as a program in another language: translated for it, initialised, written. */
#include "session/session_impl.h"

#include <string.h>
#include <strings.h>

const GenTarget *ses_find_target(Context *ctx, const char *name) {
    Text known = {0};
    const GenTarget *found = NULL;
    for (size_t i = 0; i < gen_target_count && !found; i++) {
        if (strcasecmp(gen_targets[i].name, name) == 0) found = &gen_targets[i];
        base_text_printf(&known, "%s%s", i ? ", " : "", gen_targets[i].name);
    }
    if (!found) {
        Diag *d = base_error(ctx, "TOOL0061", (Span){0}, "there is no target %s", name);
        base_hint(ctx, d, "known are: %s", base_text_str(&known));
    }
    base_text_free(&known);
    return found;
}

/* The values with which a run starts, by variable. */
static causeway_status initial_values(SesModel *m, double *values) {
    Runtime *rt = ins_runtime(m->gen, comp_code(m->comp), m->ctx);
    RtStatus status = rt_initialise(rt, rt_options(m->gen->description).start);
    for (uint32_t v = 0; v < m->dae->vars.n && status == RT_OK; v++) values[v] = rt_value(rt, v);
    if (status != RT_OK) ses_blame(m);
    rt_free(rt);
    return (causeway_status)status;
}

causeway_status ses_target(SesModel *m, const GenTarget *target, Text *out) {
    SesRequest asked = *m->asked;
    const SesRequest *before = m->asked;
    const char *why = NULL;
    Arena arena = {0};
    asked.no_tearing = asked.fixed_states = asked.no_cache = true; /* and with the memo of translation */
    asked.tier = COMP_TCC;
    m->asked = &asked;
    causeway_status code = ses_ready(m);
    double *values = code == CAUSEWAY_OK ? BASE_ARRAY(&arena, double, m->dae->vars.n) : NULL;
    if (code == CAUSEWAY_OK) code = initial_values(m, values);
    if (code == CAUSEWAY_OK) {
        GenProgram *p = gen_program(m->sym, values, target->residuals, &arena);
        if (!target->write(p, out, &why)) {
            Diag *d = base_unsupported(m->ctx, "TOOL0062", (Span){0}, "%s cannot be written for the target %s: %s",
                                       base_str(m->ctx->names, m->dae->model), target->name,
                                       why ? why : "the language has no words for it");
            base_hint(m->ctx, d,
                      "c, dsblock and matlab take systems of equations; an FMU has all of the language: causeway fmu");
            code = CAUSEWAY_UNTRANSLATABLE;
        }
        gen_free_program(p);
    }
    m->asked = before;
    base_free_arena(&arena);
    return code;
}
