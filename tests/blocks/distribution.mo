// RUN: causeway simulate %r/bench/models/distribution.mo -p N=60 --intervals 2 --no-cache -o %t.mat
// RUN: causeway simulate %r/bench/models/distribution.mo -p N=60 --intervals 2 --no-cache --no-tearing -o %t_whole.mat
// RUN: causeway compare %t.mat %t_whole.mat --tolerance 1e-7
// CHECK: 32703 variables compared, 0 different, 0 missing
// A feeder of 0.01 Ohm and loads of 1e5 Ohm that are switched: tearing must look at sizes, not at structure alone.
