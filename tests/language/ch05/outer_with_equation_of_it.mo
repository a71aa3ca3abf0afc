// RUN: causeway simulate %s -o %t.csv
// FINAL: world.x = 5 +- 1e-6
model M
  model World Real x; end World;
  model A
    outer World world;
  equation
    world.x = 5;
  end A;
  inner World world;
  A a;
end M;
