// RUN: causeway simulate %s -o %t.csv --stop 8 --interval 1
// VALUE: %t.csv work.second.n(2.5) = 1 +- 0
// VALUE: %t.csv work.second.n(4.5) = 2 +- 0
// VALUE: %t.csv work.first.n(4.5) = 2 +- 0
// A machine whose state was left without reset goes on where it was.
model ResumeWithoutReset
  block Work
    block S Integer n(start = 0); equation n = previous(n) + 1; end S;
    S first, second;
  equation
    initialState(first);
    transition(first, second, first.n >= 2, immediate = false);
  end Work;
  block Pause end Pause;
  Work work;
  Pause pause;
equation
  initialState(work);
  transition(work, pause, ticksInState() >= 3, immediate = false);
  transition(pause, work, true, immediate = false, reset = false);
end ResumeWithoutReset;
