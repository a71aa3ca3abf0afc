/* cmd_lsp.c - `causeway lsp`: the language server on standard input and output, or for connections to a socket. */
#include "tools/tools.h"

#include "classic/classic.h"
#include "server/server.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

typedef struct {
    SrvVisit *visit;
    void *arg;
} Outline;

static void pass_on(void *arg, const ClsItem *item) {
    const Outline *o = arg;
    o->visit(o->arg, &(SrvItem){item->name, item->depth, item->model, item->name_span, item->span});
}

static void classic(Context *ctx, SourceId source, SrvVisit *visit, void *arg) {
    Outline o = {visit, arg};
    cls_outline(ctx, source, pass_on, &o);
}

static int serve(const ToolRun *r, int in, int out) {
    SrvOptions o = {.libraries = r->options->libraries, .in = in, .out = out, .classic = classic};
    return srv_serve(&o);
}

static int refuse(ToolRun *r, const char *where) {
    base_error(r->ctx, "TOOL0050", (Span){0}, "cannot wait for connections at %s: %s", where, strerror(errno));
    return -1;
}

/* Of this machine only. */
static int listen_at_port(ToolRun *r, const char *where, long port) {
    struct sockaddr_in at = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0), yes = 1;
    at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (fd < 0) return refuse(r, where);
    setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    if (bind(fd, (struct sockaddr *)&at, sizeof at) == 0 && listen(fd, 4) == 0) return fd;
    refuse(r, where);
    close(fd);
    return -1;
}

static int listen_at_path(ToolRun *r, const char *path) {
    struct sockaddr_un at = {.sun_family = AF_UNIX};
    struct stat st;
    if (strlen(path) >= sizeof at.sun_path) return errno = ENAMETOOLONG, refuse(r, path);
    strcpy(at.sun_path, path);
    if (lstat(path, &st) == 0 && S_ISSOCK(st.st_mode)) unlink(path); /* left over */
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd < 0) return refuse(r, path);
    mode_t mask = umask(077);
    bool ok = bind(fd, (struct sockaddr *)&at, sizeof at) == 0 && listen(fd, 4) == 0;
    umask(mask);
    if (ok) return fd;
    refuse(r, path);
    close(fd);
    return -1;
}

/* A process for each connection, so that they know nothing of each other. */
static ToolExit serve_connections(ToolRun *r, int listening) {
    signal(SIGCHLD, SIG_IGN); /* nobody waits for them */
    for (;;) {
        int fd = accept(listening, NULL, NULL);
        if (fd < 0 && errno == EINTR) continue;
        if (fd < 0) return refuse(r, r->options->socket), TOOL_USAGE;
        if (base_fork() == 0) {
            signal(SIGCHLD, SIG_DFL);
            close(listening);
            _exit(serve(r, fd, fd));
        }
        close(fd);
    }
}

ToolExit tool_lsp(ToolRun *r) {
    const char *where = r->options->socket;
    if (!where) {
        if (isatty(STDIN_FILENO)) /* somebody who wants to see what it is */
            fputs("causeway lsp speaks with editors, which start it themselves (docs/editors.md); Ctrl-D ends it\n",
                  stderr);
        int out = dup(STDOUT_FILENO); /* the protocol's alone: what anybody else prints goes to standard error */
        dup2(STDERR_FILENO, STDOUT_FILENO);
        return serve(r, STDIN_FILENO, out) == 0 ? TOOL_DONE : TOOL_USAGE;
    }
    char *end;
    long port = strtol(where, &end, 10);
    if (!*end && (port < 1 || port > 65535)) {
        base_error(r->ctx, "TOOL0004", (Span){0}, "--socket: a port is a number from 1 to 65535, or a path is given");
        return TOOL_USAGE;
    }
    int fd = *end ? listen_at_path(r, where) : listen_at_port(r, where, port);
    if (fd < 0) return TOOL_USAGE;
    return serve_connections(r, fd);
}
