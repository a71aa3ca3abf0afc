/* saved.c - a run through modes as bytes and back.
 *
 *     bytes:  mark | conditions that govern structure | values of parameters | modes by number | the one that holds |
 *             counts | the run of that mode (rt_save) | seal (base_seal)
 *
 * Modes are translated again when they are entered; they keep their numbers.
 */
#include "modes/modes.h"

#include <string.h>

static const char MARK[] = "causeway modes 2";

typedef struct {
    uint64_t modes, now, changes;
} Counts;

bool mode_is_saved(const char *data, size_t n) { return n > sizeof MARK && memcmp(data, MARK, sizeof MARK) == 0; }

/* Each mode knows the calls that were made in it only: what an object remembers cannot be made again from them. */
static DaeVar find_object(const ModeRun *r) {
    const Dae *d = r->plan->base->dae;
    DaeVar v = 1;
    while (v < d->vars.n && d->vars.at[v].base != DAE_OBJECT) v++;
    return v < d->vars.n ? v : 0;
}

static RtStatus refuse(const ModeRun *r, DaeVar object) {
    const Dae *d = r->plan->base->dae;
    Text name = {0};
    dae_var_text(d, object, &name);
    base_error(r->how.ctx, "RT0006", dae_span(d, d->vars.at[object].origin),
               "a run through modes cannot be saved: the external object %s remembers things of its own",
               base_text_str(&name));
    base_text_free(&name);
    return RT_FILE;
}

RtStatus mode_save(ModeRun *r, Text *out) {
    const ModePlan *p = r->plan;
    Text run = {0}, file = {0};
    DaeVar object = find_object(r);
    RtStatus status = object ? refuse(r, object) : rt_save(r->now->model.rt, &run);
    Blob b = {0};
    if (status == RT_OK) {
        Counts c = {r->modes.n, r->now->number, r->nchanges};
        base_blob_put_vec(&b, &p->chosen);
        base_blob_put_vec(&b, &p->values);
        base_blob_put(&b, &c, sizeof c);
        for (size_t i = 0; i < r->modes.n; i++) base_blob_put(&b, r->modes.at[i]->bits, p->chosen.n);
        base_blob_put(&b, run.at, run.n);
        base_blob_finish(&b, r->how.ctx->names, &file);
        size_t from = out->n;
        base_text_addn(out, MARK, sizeof MARK);
        base_text_addn(out, file.at, file.n);
        base_seal(out, from);
    }
    base_blob_free(&b);
    base_text_free(&run);
    base_text_free(&file);
    return status;
}

ModePlan *mode_saved_plan(const Dae *flat, const char *data, size_t n) {
    BlobReader reader;
    VecU32 chosen = {0};
    VEC(double) values = {0};
    if (!base_unseal(data, &n)) return NULL;
    base_blob_open(&reader, flat->ctx->names, data + sizeof MARK, n - sizeof MARK);
    base_blob_take_vec(&reader, &chosen);
    base_blob_take_vec(&reader, &values);
    ModePlan *p = reader.bad || values.n < flat->vars.n ? NULL : mode_plan(flat, values.at);
    for (size_t i = 0; p && i < chosen.n; i++) {
        if (chosen.at[i] < p->conditions.n) p->conditions.at[chosen.at[i]].chosen = true;
        else reader.bad = true;
    }
    if (reader.bad) {
        mode_free_plan(p);
        p = NULL;
    }
    base_blob_close(&reader);
    vec_free(&chosen);
    vec_free(&values);
    return p;
}

RtStatus mode_restore(ModeRun *r, const char *data, size_t n, const RtRecord *record, const RtOptions *options) {
    BlobReader reader;
    Counts c = {0};
    size_t all = r->plan->chosen.n, size;
    RtStatus status = RT_FILE;
    r->options = *options;
    if (!base_unseal(data, &n)) {
        base_error(r->how.ctx, "RT0006", (Span){0}, "the saved state cannot be used: it is damaged");
        return RT_FILE;
    }
    base_blob_open(&reader, r->how.ctx->names, data + sizeof MARK, n - sizeof MARK);
    (void)base_blob_take(&reader, &size);
    (void)base_blob_take(&reader, &size);
    base_blob_take_into(&reader, &c, sizeof c);
    uint8_t *bits = base_realloc(NULL, all + 1), *held = base_realloc(NULL, all + 1);
    for (uint64_t i = 1; i <= c.modes && !reader.bad; i++) {
        base_blob_take_into(&reader, bits, all);
        if (!reader.bad) mode_note(r, bits);
        if (i == c.now) memcpy(held, bits, all);
    }
    const char *run = base_blob_take(&reader, &size);
    Mode *m = reader.bad || !c.now || c.now > c.modes ? NULL : mode_get(r, held, false);
    if (m && m->ready) {
        status = record ? mode_record(m, record) : RT_OK;
        if (status == RT_OK) status = rt_restore(m->model.rt, run, size, options);
        r->now = m;
        r->nchanges = c.changes;
    } else {
        base_error(r->how.ctx, "RT0006", (Span){0}, "the saved state cannot be used: it is damaged");
    }
    base_blob_close(&reader);
    base_realloc(bits, 0);
    base_realloc(held, 0);
    return status;
}
