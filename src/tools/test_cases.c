/* test_cases.c - the cases of `causeway test`, and what verdicts are called. */
#include "tools/tools_impl.h"

const char *const tool_test_words[TEST_KINDS] = {
    [TEST_VERIFIED] = "verified", [TEST_RAN] = "ran",         [TEST_DIFFERS] = "differs",
    [TEST_SIMULATE] = "simulate", [TEST_INITIAL] = "initial", [TEST_TRANSLATE] = "translate",
    [TEST_INVALID] = "invalid",   [TEST_TIMEOUT] = "timeout", [TEST_CRASH] = "crash",
    [TEST_RESULT] = "result",     [TEST_USAGE] = "usage",
};

ToolExit tool_test_cases(TestRun *t) {
    ToolRun *r = t->run;
    const ToolOptions *o = r->options;
    ToolExit code = ses_find_cases(r->ctx, &r->asked, o->words.at[0], o->reference, o->filter, &t->found);
    for (size_t i = 0; code == TOOL_DONE && i < t->found.cases.n; i++)
        vec_push(&t->cases, ((TestCase){.of = &t->found.cases.at[i], .before = -1, .verdict = TEST_USAGE}));
    return code;
}
