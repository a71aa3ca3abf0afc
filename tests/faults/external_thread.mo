// External code that crashes in a thread of its own, and external code that leaves a process behind.
// REQUIRES: tool cc
// REQUIRES: release
// RUN: causeway simulate %s -o %t.csv
// EXIT: 5
// CHECK: error[RT0079]: external code crashed in a thread of its own
// RUN: causeway simulate %s -o %t2.csv -p forks=1 -q; sleep 0.2; case "$(ps -o stat= -p $(cat child))" in ""|Z*) echo "nobody is left";; esac
// CHECK: nobody is left
model ExternalThread
  function crash
    input Real x;
    output Real y;
    external "C" y = cw_test_thread(x) annotation(Include = "
#include <pthread.h>
#include <unistd.h>
static void *cw_test_work(void *a) { usleep(20000); *(volatile int *)0 = 1; return a; }
static double cw_test_thread(double x) {
    static int once;
    pthread_t t;
    if (!once++) pthread_create(&t, 0, cw_test_work, 0);
    usleep(1000);
    return x;
}");
  end crash;
  function leave
    input Real x;
    output Real y;
    external "C" y = cw_test_fork(x) annotation(Include = "
#include <stdio.h>
#include <unistd.h>
static double cw_test_fork(double x) {
    static int once;
    int child = once++ ? -1 : fork();
    if (child == 0)
        for (;;) sleep(1);
    if (child > 0) {
        FILE *f = fopen(\"child\", \"w\");
        fprintf(f, \"%d\", child);
        fclose(f);
    }
    return x;
}");
  end leave;
  parameter Integer forks = 0;
  Real x = if forks > 0 then leave(time) else crash(time);
end ExternalThread;
