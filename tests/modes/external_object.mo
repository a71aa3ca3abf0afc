// RUN: causeway simulate %s -o %t.csv
// CHECK: 2 modes, 2 changes
// RUN: cp %t.csv whole.csv
// VALUE: whole.csv calls(0.5) = 1 +- 0
// VALUE: whole.csv calls(1.5) = 2 +- 0
// FINAL: whole.csv calls = 3 +- 0
// FINAL: whole.csv w1 = 6 +- 1e-8
// RUN: causeway simulate %s -o %t.csv --stop 1.5 --save-state run.bin
// EXIT: 1
// CHECK: error[RT0006]: a run through modes cannot be saved: the external object counter remembers things of its own
model Remembering "An external object is one and the same in all modes: it remembers what was asked of it in others"
  class Counter
    extends ExternalObject;
    function constructor
      output Counter c;
      external "C" c = counter_new() annotation (Include = "
        #include <stdlib.h>
        void *counter_new(void) { return calloc(1, sizeof(int)); }");
    end constructor;
    function destructor
      input Counter c;
      external "C" counter_free(c) annotation (Include = "
        #include <stdlib.h>
        void counter_free(void *c) { free(c); }");
    end destructor;
  end Counter;
  impure function next
    input Counter c;
    output Integer n;
    external "C" n = counter_next(c) annotation (Include = "
      int counter_next(void *c) { return ++*(int *)c; }");
  end next;
  Counter counter = Counter();
  Integer calls(start = 0, fixed = true);
  Real w1(start = 3, fixed = true), w2(start = 0, fixed = true), tau;
  Boolean closed = time >= 1 and time < 2;
equation
  der(w1) = 3 - tau;
  2*der(w2) = tau;
  if closed then
    w1 = w2;
  else
    tau = 0;
  end if;
  when {time >= 0.25, time >= 1.25, time >= 2.25} then
    calls = next(counter);
  end when;
  annotation (experiment(StopTime = 3));
end Remembering;
