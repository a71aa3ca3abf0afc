// RUN: causeway combine %r/examples/modes/liquid_vapour.mo -o %t.mo
// FILE-CHECK: %t.mo reinit('alpha T', pre(T))
// RUN: causeway simulate %t.mo -o lv.csv --tolerance 1e-9
// VALUE: lv.csv T(9.999999) = 309.999999 +- 1e-7
// VALUE: lv.csv T(10) = 373 +- 1e-8
// VALUE: lv.csv mvap(20) = 100 +- 1e-8
// VALUE: lv.csv T(28) = 393 +- 1e-7
// VALUE: lv.csv Fcf(35) = -4 +- 1e-8
// FINAL: lv.csv mvap = 60 +- 1e-7
// RUN: causeway fmu %t.mo --kind me -o %t.fmu
// CHECK: .fmu
// RUN: causeway combine %r/examples/modes/half_wave.mo -o half.mo && causeway simulate half.mo -o a.csv --tolerance 1e-10 --filter '(i|v)'
// RUN: causeway simulate %r/examples/modes/half_wave.mo -o b.csv --tolerance 1e-10 --filter '(i|v)' && causeway compare a.csv b.csv
// CHECK: 2 variables compared, 0 different
model Combined "What combine writes is simulated to the same result, and goes out as an FMU"
end Combined;
