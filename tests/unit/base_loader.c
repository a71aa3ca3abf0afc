/* A process that is forked while other threads open libraries can open libraries itself. */
#include "base/base.h"
#include "test.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/wait.h>
#include <unistd.h>

static atomic_bool done;

static void *open_and_close(void *library) {
    while (!done) {
        void *handle = base_load(library, RTLD_NOW);
        if (handle) base_unload(handle);
    }
    return NULL;
}

/* Does a process that is forked now open the library? */
static bool opens(const char *library) {
    int child = base_fork(), status;
    if (child == 0) {
        alarm(10);
        _exit(base_load(library, RTLD_NOW) ? 0 : 1);
    }
    return child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

int main(void) {
    pthread_t other;
    pthread_create(&other, NULL, open_and_close, "libzip.so.4");
    for (int i = 0; i < 40; i++) CHECK(opens("libcairo.so.2"));
    done = true;
    pthread_join(other, NULL);
    return test_done();
}
