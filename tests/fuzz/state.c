/* Saved states: bytes of a run, changed anywhere, with the checksum that belongs to them now.  Whoever makes such a
 * file on purpose gets a refusal or a run, no crash and no endless loop. */
#include "base/base.h"
#include "causeway/causeway.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char text[] =
    "model K Real x(start = 1, fixed = true), v(start = 0, fixed = true), y(start = 0.5), d; parameter Real a = 2;"
    "Integer n(start = 0, fixed = true); input Real u; equation der(x) = v; der(v) = -a*x + u; y^3 + y = x;"
    "d = delay(x, 0.2); when sample(0, 0.1) then n = pre(n) + 1; end when; end K;";

static causeway_model *model; /* translated once */
static void *good;
static size_t length;

static void once(void) {
    if (model) return;
    causeway_session *s = causeway_session_new(NULL);
    if (causeway_load_text(s, "k.mo", text, strlen(text), NULL) != CAUSEWAY_OK) abort();
    model = causeway_model_new(s, "K");
    causeway_run *r = model ? causeway_run_new(model) : NULL;
    if (!r || causeway_run_initialise(r) != CAUSEWAY_OK || causeway_run_advance(r, 0.55) != CAUSEWAY_OK) abort();
    if (causeway_run_save(r, &good, &length) != CAUSEWAY_OK) abort();
    causeway_run_free(r);
}

/* The bytes of the input say what becomes of those of the state: a place and what stands there. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    once();
    Text state = {0};
    base_text_addn(&state, good, length - 16);
    for (size_t i = 0; i + 4 <= size; i += 4) {
        size_t at = ((size_t)data[i] << 16 | (size_t)data[i + 1] << 8 | data[i + 2]) % state.n;
        state.at[at] = (char)data[i + 3];
    }
    base_seal(&state, 0);
    causeway_run *r = causeway_run_new(model);
    if (causeway_run_restore(r, state.at, state.n) == CAUSEWAY_OK) (void)causeway_run_advance(r, 0.8);
    causeway_run_free(r);
    base_text_free(&state);
    return 0;
}
