/* explanation.c - a translated model in words, for the studio: equations in blocks, why a variable is what it is.
 */
#include "server/studio_impl.h"

/* {class, form, variable?} -> {text}: a form of causeway_model_text, or a question of causeway_model_ask */
void srv_explain(Server *s, const BaseJson *params, Text *out) {
    static const char *const forms[] = {"explain", "blocks", "flat", "c", "incidence:svg", "json", "diagnosis", NULL};
    static const char *const questions[] = {"why", "depends", "computes", NULL};
    const char *name = base_json_string(params, "class"), *form = base_json_string(params, "form");
    const char *variable = base_json_string(params, "variable");
    bool known = false, question = false;
    if (!srv_class_named(s, name)) return;
    for (size_t i = 0; form && forms[i]; i++) known |= strcmp(forms[i], form) == 0;
    for (size_t i = 0; form && questions[i]; i++) question |= strcmp(questions[i], form) == 0;
    if (!known && !(question && variable)) {
        srv_refuse(s, SRV_INVALID_PARAMS,
                   "params.form is explain, blocks, flat, c, incidence:svg, json, diagnosis, or with a "
                   "variable why, depends, computes");
        return;
    }
    causeway_session *session = srv_session(s);
    causeway_model *m = causeway_model_new(session, name);
    size_t n = 0;
    const char *text = !m         ? NULL
                       : question ? causeway_model_ask(m, form, variable, false)
                                  : causeway_model_text(m, form, &n);
    if (text) {
        base_text_char(out, '{');
        srv_put_member(out, "text", text);
        base_text_char(out, '}');
    } else {
        Text why = {0};
        for (size_t i = 0; i < causeway_diagnostic_count(session); i++)
            base_text_add(&why,
                          causeway_format_diagnostic(session, causeway_get_diagnostic(session, i), CAUSEWAY_TEXT));
        srv_refuse(s, SRV_REQUEST_FAILED, "%s", why.n ? base_text_str(&why) : "it cannot be told");
        base_text_free(&why);
    }
    causeway_model_free(m);
    causeway_session_free(session);
}
