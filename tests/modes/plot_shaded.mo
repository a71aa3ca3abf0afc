// RUN: causeway simulate %r/examples/modes/ideal_clutch.mo -o %t.mat && causeway plot %t.mat w1 w2 -o %t.svg
// FILE-CHECK: %t.svg fill='#edf2fa'
// RUN: causeway simulate %r/examples/bouncing_ball.mo -o b.mat && causeway plot b.mat height -o b.svg && ! grep edf2fa b.svg
model PlotShaded "A plot shows where which mode holds"
end PlotShaded;
