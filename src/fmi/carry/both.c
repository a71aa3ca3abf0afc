/* both.c - functions that FMI 2.0 and 3.0 have alike: fmi2.c or fmi3.c stands in front and says how they are called. */

FM_EXPORT void FM_NAME(FreeInstance)(void *c) { fm_instance_free((FmInstance *)c); }

FM_EXPORT FmStatus FM_NAME(Terminate)(void *c) {
    FM_SELF(c);
    m->phase = FM_TERMINATED;
    return FM_OK;
}

FM_EXPORT FmStatus FM_NAME(Reset)(void *c) {
    FM_SELF(c);
    fm_defaults(m->run);
    if (m->stepper) fm_stepper_reset(m->stepper);
    m->phase = FM_INSTANTIATED;
    m->begun = m->tuned = 0;
    m->stale = 1;
    return FM_OK;
}

/* ---- states ------------------------------------------------------------------------------------------------------ */

FM_EXPORT FmStatus FM_STATE_NAME(Get)(void *c, void **state) {
    return fm_save((FmInstance *)c, (FmSaved **)state) ? FM_OK : FM_ERROR;
}

FM_EXPORT FmStatus FM_STATE_NAME(Set)(void *c, void *state) {
    return state && fm_restore((FmInstance *)c, (FmSaved *)state) ? FM_OK : FM_ERROR;
}

FM_EXPORT FmStatus FM_STATE_NAME(Free)(void *c, void **state) {
    (void)c;
    if (state) {
        fm_forget((FmSaved *)*state);
        *state = 0;
    }
    return FM_OK;
}

FM_EXPORT FmStatus FM_STATE_NAME(Serialize)(void *c, void *state, FmByte bytes[], size_t n) {
    (void)c;
    if (n < ((FmSaved *)state)->n) return FM_ERROR;
    memcpy(bytes, ((FmSaved *)state)->at, ((FmSaved *)state)->n);
    return FM_OK;
}

/* Before initialisation nothing can be computed. */
static int fm_too_early(const FmInstance *m) { return m->phase == FM_INSTANTIATED || m->phase == FM_CONFIGURING; }

/* ---- model exchange ---------------------------------------------------------------------------------------------- */

FM_EXPORT FmStatus FM_NAME(EnterContinuousTimeMode)(void *c) {
    FM_SELF(c);
    if (m->phase != FM_EVENTS || m->cosimulation) return fm_refuse(m, "EnterContinuousTimeMode");
    m->phase = FM_CONTINUOUS;
    return FM_OK;
}

FM_EXPORT FmStatus FM_NAME(CompletedIntegratorStep)(void *c, FmBoolean no_set_before, FmBoolean *event,
                                                    FmBoolean *terminate) {
    FM_SELF(c);
    (void)no_set_before;
    *event = *terminate = 0;
    if (fm_too_early(m)) return fm_refuse(m, "CompletedIntegratorStep");
    if (!fm_accept(m->run)) {
        fm_log_failure(m);
        return FM_ERROR;
    }
    m->stale = 0;
    *event = fm_select(m->run, 0) != 0;
    *terminate = m->run->terminated != 0;
    return FM_OK;
}

FM_EXPORT FmStatus FM_NAME(SetTime)(void *c, double time) {
    FM_SELF(c);
    m->run->v[0] = time;
    m->run->tiny = 1e-13 * (fabs(time) > 1 ? fabs(time) : 1);
    m->stale = 1;
    return FM_OK;
}

FM_EXPORT FmStatus FM_NAME(SetContinuousStates)(void *c, const double x[], size_t n) {
    FM_SELF(c);
    if (n != (size_t)fm_model.nstates) return fm_refuse(m, "SetContinuousStates with this number of states");
    fm_put_states(m->run, m->run->v[0], x);
    m->stale = 1;
    return FM_OK;
}

FM_EXPORT FmStatus FM_DERIVATIVES(void *c, double dx[], size_t n) {
    FM_SELF(c);
    if (n != (size_t)fm_model.nstates || fm_too_early(m)) return fm_refuse(m, "getting so many derivatives");
    if (!fm_refresh(m)) return FM_DISCARD;
    fm_get_derivatives(m->run, dx);
    return FM_OK;
}

FM_EXPORT FmStatus FM_NAME(GetEventIndicators)(void *c, double z[], size_t n) {
    FM_SELF(c);
    int i, k = 0;
    if (n != FM_TOLD_INDICATORS || fm_too_early(m)) return fm_refuse(m, "getting so many event indicators");
    if (!fm_refresh(m) || !fm_crossings(m->run)) return FM_DISCARD;
    for (i = 0; i < fm_model.nrelations; i++)
        if (fm_model.relations[i].kind != FM_REL_TIME) z[k++] = fm_indicator(m->run, i);
    while (k < FM_TOLD_INDICATORS) z[k++] = 1;
    return FM_OK;
}

FM_EXPORT FmStatus FM_NAME(GetContinuousStates)(void *c, double x[], size_t n) {
    FM_SELF(c);
    if (n != (size_t)fm_model.nstates) return fm_refuse(m, "GetContinuousStates with this number of states");
    if (!fm_refresh(m)) return FM_ERROR;
    fm_get_states(m->run, x);
    return FM_OK;
}

FM_EXPORT FmStatus FM_NAME(GetNominalsOfContinuousStates)(void *c, double nominal[], size_t n) {
    FM_SELF(c);
    if (n != (size_t)fm_model.nstates) return fm_refuse(m, "GetNominalsOfContinuousStates with this number");
    memcpy(nominal, fm_model.nominal, n * sizeof *nominal);
    return FM_OK;
}
