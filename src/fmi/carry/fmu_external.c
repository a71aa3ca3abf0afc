/* fmu_external.c - the model as an external model (include/causeway/emi.h): the run of an FMU, asked through an emc.
 *
 * All memory of the model but its states lies in its run; the one discrete state counts events, so that a host sees
 * them.  Roots: the relations of states, and the next event of time.
 */

typedef struct {
    FmRun *run;
    double handled; /* time of the last event; before the first one far away */
} FmExternalModel;

static FmRun *fm_emi_run(emc *C) {
    FmExternalModel *m = (FmExternalModel *)emcGetUserData(C);
    return m ? m->run : 0;
}

static void fm_emi_failed(emc *C) {
    FmRun *run = fm_emi_run(C);
    emcSetError(C, run ? run->message : "memory is exhausted");
}

FM_EXPORT void emiInitializeSizes(emc *C) {
    int i, j;
    emcSetNumContStates(C, fm_model.nstates);
    emcSetNumDiscStates(C, 1);
    emcSetNumInputs(C, FM_INPUTS);
    emcSetNumOutputs(C, FM_OUTPUTS);
    emcSetNumParams(C, FM_PARAMETERS);
    emcSetNumRoots(C, fm_model.nindicators + 1);
    emcSetNoDirectFeedThrough(C);
    for (i = 0; i < FM_OUTPUTS; i++)
        for (j = 0; j < FM_INPUTS; j++)
            if (fm_follows[i * FM_INPUTS + j]) emcSetDirectFeedThrough(C, i, j);
}

FM_EXPORT void emiStart(emc *C) {
    FmExternalModel *m = (FmExternalModel *)fm_get(1, sizeof *m);
    const char *why;
    if (m) m->run = fm_new("");
    emcSetUserData(C, m);
    if (!m || !m->run) {
        fm_emi_failed(C);
        return;
    }
    m->handled = -HUGE_VAL;
    why = fm_bind_externals(m->run);
    if (why) emcSetError(C, why);
}

FM_EXPORT void emiTerminate(emc *C) {
    fm_free(fm_emi_run(C));
    free(emcGetUserData(C));
    emcSetUserData(C, 0);
}

/* Time, states and inputs are those of the host. */
static FmRun *fm_emi_put(emc *C) {
    FmRun *run = fm_emi_run(C);
    int i;
    if (!run) return 0;
    fm_put_states(run, emcGetTime(C), emcGetContStates(C));
    run->tiny = 1e-13 * (fabs(run->v[0]) > 1 ? fabs(run->v[0]) : 1);
    for (i = 0; i < FM_INPUTS; i++) run->v[fm_inputs[i]] = emcGetInputs(C)[i];
    return run;
}

FM_EXPORT void emiInitializeConditions(emc *C) {
    FmRun *run = fm_emi_run(C);
    int i;
    if (!run) return;
    for (i = 0; i < FM_PARAMETERS; i++) {
        run->v[fm_parameter_list[i]] = emcGetParams(C)[i];
        run->given[fm_parameter_list[i]] = 1;
    }
    if (!fm_initialise(run, emcGetTime(C)) || (fm_select(run, 1) && !fm_evaluate(run, 1))) fm_emi_failed(C);
    else fm_get_states(run, emcGetContStates(C));
}

FM_EXPORT void emiDerivatives(emc *C) {
    FmExternalModel *m = (FmExternalModel *)emcGetUserData(C);
    FmRun *run = fm_emi_put(C);
    if (!run) return;
    if (emcIsEvent(C) && m->handled != emcGetTime(C)) {
        fm_forget_systems(run);
        if (!fm_event_iteration(run, 0) || !fm_evaluate(run, 1)) {
            fm_emi_failed(C);
            return;
        }
        fm_accept_systems(run);
        if (fm_select(run, 1)) fm_evaluate(run, 1);
        m->handled = emcGetTime(C);
        emcGetDiscStates(C)[0] += 1;
        fm_get_states(run, emcGetContStates(C));
        emcSetSolverNeedsReset(C);
    } else if (!fm_evaluate(run, 0)) {
        fm_emi_failed(C);
        return;
    }
    fm_get_derivatives(run, emcGetDerivatives(C));
}

FM_EXPORT void emiOutputs(emc *C) {
    FmRun *run = fm_emi_put(C);
    int i;
    if (!run || !fm_evaluate(run, 1)) {
        fm_emi_failed(C);
        return;
    }
    for (i = 0; i < FM_OUTPUTS; i++) emcGetOutputs(C)[i] = fm_source(run, fm_outputs[i]);
}

FM_EXPORT void emiZeroCrossings(emc *C) {
    FmRun *run = fm_emi_put(C);
    double *r = emcGetRoots(C);
    int i, k = 0;
    if (!run || !fm_evaluate(run, 0) || !fm_crossings(run)) {
        fm_emi_failed(C);
        return;
    }
    for (i = 0; i < fm_model.nrelations; i++)
        if (fm_model.relations[i].kind != FM_REL_TIME) r[k++] = fm_indicator(run, i);
    r[k] = run->next_time_event < HUGE_VAL ? run->next_time_event - emcGetTime(C) : 1;
}

FM_EXPORT void emiUpdate(emc *C) {
    FmRun *run = fm_emi_put(C);
    if (!run || !fm_accept(run)) fm_emi_failed(C);
}
