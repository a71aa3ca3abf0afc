// RUN: causeway simulate %s -o %t.csv
// CHECK: hello
model M
  function say
    input String text;
  external "C" ModelicaMessage(text) annotation (Include = "#include \"ModelicaUtilities.h\"");
  end say;
  Integer n(start = 0, fixed = true);
algorithm
  when time > 0.5 then
    n := 1;
    say("hello\n");
  end when;
end M;
