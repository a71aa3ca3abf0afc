model TransitionInWhen
  block S end S;
  S a, b;
equation
  initialState(a);
  when time > 1 then
    transition(a, b, true);
  end when;
end TransitionInWhen;
