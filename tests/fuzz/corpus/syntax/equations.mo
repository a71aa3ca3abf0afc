// comment
model M /* block * comment **/
initial equation x = 0; initial algorithm x := 1;
equation
  if a and not b or c <> d then x = -1 + 2 .* 3 .^ 4 ./ 5 .+ 6 .- 7; elseif x <= y then else y >= 1; end if;
  for i in 1:2:10, j loop connect(a[i].b, c[j, end]); end for;
  when {initial(), sample(0, 1)} then reinit(x, pre(x)); elsewhen e then (a, , b) = f(x, y = function g(z = 1)); end when "c" annotation(Line(points={{1,2}}));
  der(x) = if a then 1e-3 else if b then .5 else 1.; z = [1, 2; 3, 4]; w = {i^2 for i in {1, 2}}; v = sum(k for k in 1:3);
algorithm
  while true loop break; end while; (x, y) := f(z); x[1].y := (a)[2]; g(); when a then x := 1; elsewhen b then y := 2; end when;
  s := "tab\t\"quote\" é" + 'quoted id'; n := 12345678901234567890; t := true; u := pure(f(1)) < 2 == false;
end M;
