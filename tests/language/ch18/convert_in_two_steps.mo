// Rules that lead to a version between are followed by those that lead on from there.
// RUN: causeway convert %d/data/Step.mo -L %d/data -o out && cat out/Step.mo
// CHECK: Base.Spring f(stiffness = 6, damped=false);
// CHECK: uses(Base(version = "3.0"))
