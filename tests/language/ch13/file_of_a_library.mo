// RUN: causeway simulate %d/data/Lib/Sub/Deep.mo -o %t.csv --stop 1
// FINAL: z = 6 +- 0
// A file of a library is placed where its folders say.
