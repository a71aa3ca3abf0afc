// Names in quotes: an imported block has them as they are, an FMU alone tells them as its description does.
// RUN: causeway fmu %s Quoted.Part -o part.fmu -q && causeway import part.fmu --kind me -o Part.mo && causeway simulate Part.mo %s Quoted.Whole --stop 1 -o whole.csv
// RUN: causeway simulate part.fmu -p "'the gain'=3" --stop 1 -o alone.csv && head -1 alone.csv
// CHECK: 'the gain'
// FINAL: whole.csv total = 30 +- 1e-9
// FINAL: alone.csv y = 3 +- 1e-9
package Quoted
  model Part
    parameter Real 'the gain' = 2;
    input Real 'in put'(start = 1);
    output Real y = 'the gain'*'in put';
  end Part;
  model Whole "two blocks, one of them an array; the class of the block is Part"
    Part parts[2]('the gain' = {4, 5}), one('the gain' = 6);
    Real total = parts[1].y + parts[2].y + one.y;
  equation
    parts.'in put' = {1, 4};
    one.'in put' = 1;
  end Whole;
end Quoted;
