/* The language server through the library: a connection over a pair of sockets. */
#include <causeway/server.h>

#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "test.h"

static void send_json(int fd, const char *json) {
    char head[64];
    int n = snprintf(head, sizeof head, "Content-Length: %zu\r\n\r\n", strlen(json));
    CHECK(write(fd, head, (size_t)n) == n);
    CHECK(write(fd, json, strlen(json)) == (ssize_t)strlen(json));
}

/* Everything up to the text that is looked for. */
static int receive(int fd, char *all, size_t size, const char *until) {
    size_t n = 0;
    while (n + 1 < size) {
        ssize_t got = read(fd, all + n, size - n - 1);
        if (got <= 0) return 0;
        n += (size_t)got;
        all[n] = 0;
        if (strstr(all, until)) return 1;
    }
    return 0;
}

int main(void) {
    static char all[1 << 20];
    int ends[2];
    CHECK(socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0);
    pid_t child = fork();
    if (child == 0) {
        causeway_session_options o;
        causeway_session_options_init(&o);
        o.no_default_libraries = true;
        close(ends[0]);
        _exit(causeway_serve(&o, ends[1], ends[1]) == CAUSEWAY_OK ? 0 : 1);
    }
    close(ends[1]);
    send_json(ends[0], "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{\"capabilities\":{}}}");
    CHECK(receive(ends[0], all, sizeof all, "hoverProvider"));
    send_json(ends[0], "{\"jsonrpc\":\"2.0\",\"method\":\"textDocument/didOpen\",\"params\":{\"textDocument\":{\"uri\":"
                       "\"untitled:1\",\"version\":1,\"text\":\"model A Real x = y; end A;\"}}}");
    CHECK(receive(ends[0], all, sizeof all, "INST0502"));
    send_json(ends[0], "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"shutdown\"}");
    send_json(ends[0], "{\"jsonrpc\":\"2.0\",\"method\":\"exit\"}");
    int status = 1;
    CHECK(waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0);
    close(ends[0]);
    return test_done();
}
