model Part
  parameter Boolean sampled = false;
  Real y(start = 0, fixed = sampled);
equation
  if sampled then
    when sample(0, 0.4) then
      y = 2*time;
    end when;
  else
    y = 2*time;
  end if;
end Part;

model WhenInBranchNotTaken
  Part a;
  Part b(sampled = true);
end WhenInBranchNotTaken;
