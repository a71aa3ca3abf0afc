// Letters of other languages in quoted identifiers (MLS 3.6, 2.3.1 allows ASCII only): read as they are meant, in results too.
// RUN: causeway simulate %s -o %t.csv
// CHECK: warning[SYN0008]: only printable ASCII characters may stand in a quoted identifier
// FINAL: '高さ' = 2 +- 1e-6
// RUN: causeway check --strict %s
// EXIT: 2
// CHECK: error[SYN0008]
model LettersInQuotes
  Real '高さ'(start = 1, fixed = true), 'größe' = 2*'高さ';
equation
  der('高さ') = 1;
end LettersInQuotes;
