// A relation that changes as good as at a time event, off by rounding only, is decided by what holds behind that.
// RUN: causeway simulate %s --stop 1.9 -o native.csv --quiet
// FINAL: native.csv n = 41 +- 0
// RUN: causeway fmu %s --kind cs -o together.fmu --quiet && causeway simulate together.fmu --step 0.0004 --stop 1.9 -o together.csv --quiet
// FINAL: together.csv n = 41 +- 0
model Together "at time 1 the angle has changed by 1, and what is waited for becomes 3"
  constant Real pi = 3.14159265358979323846;
  Real angle = 10*sin(2*pi*time);
  Real step = if time < 0.5 or time >= 1 and time < 1.5 then 3 else 1;
  discrete Real offset(start = 0, fixed = true);
  Integer n(start = 0, fixed = true);
equation
  when abs(angle - pre(offset)) >= step then
    offset = angle;
    n = pre(n) + 1;
  end when;
end Together;
