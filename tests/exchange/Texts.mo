model Texts "texts and bytes through an FMU"
  Three f(a = {1, 2, 3, 4});
  Integer n = if f.same == "one" then 1 elseif f.same == "two" then 2 else 0;
  Integer bytes = if f.sameBytes == "01ab" then 1 else 0;
equation
  f.text = if time < 0.5 then "one" else "two";
  f.bytes = "01ab";
  f.asked = 0;
  annotation(experiment(StopTime = 1));
end Texts;
