// Local records of functions have the values of their declarations at any depth, arrays of records for each element: in calls that
// stay, in calls put in place, and in calls computed during translation (MLS 3.6, 12.4.4).
// RUN: causeway simulate %s -o %t.csv
// FINAL: kept_deep = 543 +- 1e-9
// FINAL: placed_deep = 543 +- 1e-9
// FINAL: known_deep = 543 +- 1e-9
// FINAL: kept_modified = 521 +- 1e-9
// FINAL: placed_modified = 521 +- 1e-9
// FINAL: known_modified = 521 +- 1e-9
// FINAL: kept_inner_array = 521 +- 1e-9
// FINAL: placed_inner_array = 521 +- 1e-9
// FINAL: known_inner_array = 521 +- 1e-9
// FINAL: kept_several = 521 +- 1e-9
// FINAL: placed_several = 521 +- 1e-9
// FINAL: known_several = 521 +- 1e-9
// FINAL: kept_each_of = 533 +- 1e-9
// FINAL: placed_each_of = 533 +- 1e-9
// FINAL: known_each_of = 533 +- 1e-9
package LocalRecords
  record R1
    Real x[1];
    Real w = 5;
  end R1;
  record R2
    R1 r(x = {3});
    Real x = 4;
  end R2;
  record R3
    R2 r;
  end R3;
  record R4
    R1 r[2](x = {{1}, {2}});
  end R4;
  function deep
    input Real u;
    output Real y;
  protected
    R3 c;
  algorithm
    y := c.r.r.x[1] + 10*c.r.x + 100*c.r.r.w + u;
    annotation(Inline = true);
  end deep;
  function deep_kept
    input Real u;
    output Real y;
  protected
    R3 c;
  algorithm
    y := c.r.r.x[1] + 10*c.r.x + 100*c.r.r.w + u;
    annotation(Inline = false);
  end deep_kept;
  function modified
    input Real u;
    output Real y;
  protected
    R3 c(r(r(x = {1}), x = 2));
  algorithm
    y := c.r.r.x[1] + 10*c.r.x + 100*c.r.r.w + u;
    annotation(Inline = true);
  end modified;
  function modified_kept
    input Real u;
    output Real y;
  protected
    R3 c(r(r(x = {1}), x = 2));
  algorithm
    y := c.r.r.x[1] + 10*c.r.x + 100*c.r.r.w + u;
    annotation(Inline = false);
  end modified_kept;
  function inner_array
    input Real u;
    output Real y;
  protected
    R4 c;
  algorithm
    y := c.r[1].x[1] + 10*c.r[2].x[1] + 100*c.r[2].w + u;
    annotation(Inline = true);
  end inner_array;
  function inner_array_kept
    input Real u;
    output Real y;
  protected
    R4 c;
  algorithm
    y := c.r[1].x[1] + 10*c.r[2].x[1] + 100*c.r[2].w + u;
    annotation(Inline = false);
  end inner_array_kept;
  function several
    input Real u;
    output Real y;
  protected
    R1 c[2](x = {{1}, {2}});
  algorithm
    y := c[1].x[1] + 10*c[2].x[1] + 100*c[2].w + u;
    annotation(Inline = true);
  end several;
  function several_kept
    input Real u;
    output Real y;
  protected
    R1 c[2](x = {{1}, {2}});
  algorithm
    y := c[1].x[1] + 10*c[2].x[1] + 100*c[2].w + u;
    annotation(Inline = false);
  end several_kept;
  function each_of
    input Real u;
    output Real y;
  protected
    R1 c[2](each x = {3});
  algorithm
    y := c[1].x[1] + 10*c[2].x[1] + 100*c[1].w + u;
    annotation(Inline = true);
  end each_of;
  function each_of_kept
    input Real u;
    output Real y;
  protected
    R1 c[2](each x = {3});
  algorithm
    y := c[1].x[1] + 10*c[2].x[1] + 100*c[1].w + u;
    annotation(Inline = false);
  end each_of_kept;
  model Main
    Real kept_deep = deep_kept(time - 1);
    Real placed_deep = deep(time - 1);
    Real known_deep = k_deep + 0*time;
    Real kept_modified = modified_kept(time - 1);
    Real placed_modified = modified(time - 1);
    Real known_modified = k_modified + 0*time;
    Real kept_inner_array = inner_array_kept(time - 1);
    Real placed_inner_array = inner_array(time - 1);
    Real known_inner_array = k_inner_array + 0*time;
    Real kept_several = several_kept(time - 1);
    Real placed_several = several(time - 1);
    Real known_several = k_several + 0*time;
    Real kept_each_of = each_of_kept(time - 1);
    Real placed_each_of = each_of(time - 1);
    Real known_each_of = k_each_of + 0*time;
    constant Real k_deep = deep(0);
    constant Real k_modified = modified(0);
    constant Real k_inner_array = inner_array(0);
    constant Real k_several = several(0);
    constant Real k_each_of = each_of(0);
  end Main;
end LocalRecords;
