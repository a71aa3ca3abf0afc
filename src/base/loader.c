/* loader.c - shared libraries and processes beside each other.
 *
 * The loader of the system has a lock that a forked process inherits as it was: where another thread is opening a
 * library in that instant, nobody in the new process ever gives the lock back, and its first dlopen waits for ever.  So
 * libraries are opened, asked and closed here, one thread at a time, and nobody forks meanwhile.
 */
#include "base/base_impl.h"

#include <dlfcn.h>
#include <pthread.h>
#include <unistd.h>

static pthread_mutex_t loading = PTHREAD_MUTEX_INITIALIZER;

void *base_load(const char *path, int flags) {
    pthread_mutex_lock(&loading);
    void *library = dlopen(path, flags);
    pthread_mutex_unlock(&loading);
    return library;
}

void *base_symbol(void *library, const char *name) {
    pthread_mutex_lock(&loading);
    void *symbol = dlsym(library, name);
    pthread_mutex_unlock(&loading);
    return symbol;
}

void base_unload(void *library) {
    pthread_mutex_lock(&loading);
    dlclose(library);
    pthread_mutex_unlock(&loading);
}

int base_fork(void) {
    pthread_mutex_lock(&loading);
    int child = fork();
    pthread_mutex_unlock(&loading);
    return child;
}
