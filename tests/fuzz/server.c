/* The language server: lines of the input are messages, behind those of an editor that begins; or the input is the
 * stream as it comes.  No crash, no endless loop, whatever comes. */
#include "server/server.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void frame(Text *t, const char *body, size_t n) {
    base_text_printf(t, "Content-Length: %zu\r\n\r\n", n);
    base_text_addn(t, body, n);
}

static const char first[] =
    "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{\"capabilities\":{},\"rootUri\":null}}";
static const char second[] = "{\"jsonrpc\":\"2.0\",\"method\":\"initialized\",\"params\":{}}";
static const char third[] = "{\"jsonrpc\":\"2.0\",\"method\":\"textDocument/"
                            "didOpen\",\"params\":{\"textDocument\":{\"uri\":\"file:///nowhere/a.mo\","
                            "\"languageId\":\"modelica\",\"version\":1,\"text\":\"model M parameter Real k = 1; Real "
                            "x; equation der(x) = -k*x; end M;\"}}}";

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    Text t = {0};
    if (size && data[0] == '!') {
        base_text_addn(&t, (const char *)data + 1, size - 1);
    } else {
        frame(&t, first, strlen(first));
        frame(&t, second, strlen(second));
        frame(&t, third, strlen(third));
        for (const char *p = (const char *)data, *end = p + size; p < end;) {
            const char *stop = memchr(p, '\n', (size_t)(end - p));
            if (!stop) stop = end;
            frame(&t, p, (size_t)(stop - p));
            p = stop + 1;
        }
    }
    int in = memfd_create("fuzz", 0), out = open("/dev/null", O_WRONLY);
    if (in < 0 || out < 0 || write(in, base_text_str(&t), t.n) != (ssize_t)t.n) abort();
    lseek(in, 0, SEEK_SET);
    SrvOptions options = {.no_default_libraries = true, .in = in, .out = out};
    (void)srv_serve(&options);
    close(in);
    close(out);
    base_text_free(&t);
    return 0;
}
