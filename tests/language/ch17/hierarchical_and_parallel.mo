// RUN: causeway simulate %s -o %t.csv --stop 60 --interval 1
// VALUE: %t.csv level(2.5) = 6 +- 0
// VALUE: %t.csv level(8.5) = 0 +- 0
// VALUE: %t.csv work.count(9.5) = 1 +- 0
// VALUE: %t.csv level(12.5) = 6 +- 0
// VALUE: %t.csv level(21.5) = 0 +- 0
// VALUE: %t.csv work.waiting.i(20.5) = 21 +- 0
// VALUE: %t.csv work.done.j(21.5) = 1 +- 0
// VALUE: %t.csv level(25.5) = 20 +- 0
// VALUE: %t.csv level(26.5) = 22 +- 0
// VALUE: %t.csv work.count(26.5) = 0 +- 0
// VALUE: %t.csv work.waiting.i(26.5) = 1 +- 0
// VALUE: %t.csv work.done.j(46.5) = 1 +- 0
// VALUE: %t.csv work.done.j(47.5) = 1 +- 0
// VALUE: %t.csv work.done.j(48.5) = 2 +- 0
// The example of MLS 17.3.7 with other names: two machines side by side in one state, a reset that reaches the state
// being active at once and others when they become active.
block HierarchicalAndParallel
  inner Integer level(start = 0);
  Work work;
  Refill refill;
equation
  initialState(work);
  transition(work, refill, activeState(work.full) and activeState(work.done), immediate = false);
  transition(refill, work, level >= 20, immediate = false);
public
  block Work
    inner Integer count(start = 0);
    inner outer output Integer level;
    block Up outer output Integer level; equation level = previous(level) + 2; end Up;
    block Down outer output Integer level; equation level = previous(level) - 1; end Down;
    block Count outer output Integer count; equation count = previous(count) + 1; end Count;
    block Full end Full;
    Up up; Down down; Count counting; Full full;
  equation
    initialState(up);
    transition(up, down, level >= 6, immediate = false);
    transition(down, counting, level == 0, immediate = false);
    transition(counting, up, true, immediate = false, priority = 2);
    transition(counting, full, count >= 2, immediate = false);
  public
    block Waiting
      outer input Integer level;
      Integer i(start = 0);
      Integer w;
    equation
      i = previous(i) + 1;
      w = level;
    end Waiting;
    block Done Integer j(start = 0); equation j = previous(j) + 1; end Done;
    Waiting waiting; Done done;
  equation
    initialState(waiting);
    transition(waiting, done, waiting.i > 20, immediate = false, reset = false);
  end Work;
  block Refill outer output Integer level; equation level = previous(level) + 5; end Refill;
end HierarchicalAndParallel;
