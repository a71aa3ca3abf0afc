/* first_page.c - the page of the studio, with what it shows first inside, so that it waits for no answer.
 */
#include "server/studio_impl.h"

/* JSON that may stand inside a script element: no tag begins or ends in it. */
static void put_guarded(const Text *json, Text *out) {
    for (size_t i = 0; i < json->n; i++) {
        char c = json->at[i];
        if (c == '<' || c == '>' || c == '&') base_text_printf(out, "\\u%04x", c);
        else base_text_char(out, c);
    }
}

static void put_answer(Server *s, const char *name, const char *method, const char *params, Text *out) {
    Text answer = {0};
    bool ok = srv_call(s, method, params, &answer);
    base_text_printf(out, ",\"%s\":", name);
    if (ok && answer.n) base_text_addn(out, answer.at, answer.n);
    else base_text_add(out, "null");
    base_text_free(&answer);
}

static void put_first(const SrvStudio *studio, Text *out) {
    Server s = {0};
    srv_begin(&s, &studio->server);
    base_text_printf(out, "{\"version\":\"%s\",\"app\":%s", causeway_version(), studio->app ? "true" : "false");
    srv_put_member(out, "folder", s.folders.n ? s.folders.at[0] : "");
    srv_put_member(out, "model", studio->model ? studio->model : "");
    put_answer(&s, "tree", "causeway/tree", "{}", out);
    if (studio->model) {
        Text params = {0}, whole = {0};
        srv_put_text(&params, studio->model);
        base_text_printf(&whole, "{\"layer\":\"diagram\",\"class\":%s}", base_text_str(&params));
        put_answer(&s, "class", "causeway/class", base_text_str(&whole), out);
        put_answer(&s, "diagram", "causeway/diagram", base_text_str(&whole), out);
        put_answer(&s, "parameters", "causeway/parameters", base_text_str(&whole), out);
        base_text_free(&params);
        base_text_free(&whole);
    }
    base_text_char(out, '}');
    srv_end(&s);
}

void srv_put_page(const SrvStudio *studio, Text *out) {
    Text first = {0};
    BaseGuard g;
    if (BASE_GUARDED(&g)) {
        put_first(studio, &first);
        base_guard_pop(&g);
    } else {
        first.n = 0;
        base_text_add(&first, "null");
    }
    base_text_add(out, "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" "
                       "content=\"width=device-width, initial-scale=1\">\n<title>Causeway Studio</title>\n<link "
                       "rel=\"icon\" href=\"/icon.svg\">\n<link rel=\"stylesheet\" href=\"/app.css\">\n<script "
                       "type=\"module\" src=\"/app.js\"></script>\n</head>\n<body>\n<div id=\"app\"></div>\n<script "
                       "id=\"first\" type=\"application/json\">");
    put_guarded(&first, out);
    base_text_add(out, "</script>\n</body>\n</html>\n");
    base_text_free(&first);
}
