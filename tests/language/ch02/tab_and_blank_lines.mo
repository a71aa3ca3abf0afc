// RUN: causeway simulate %s -o %t.csv
// FINAL: x = 6 +- 1e-6
model	M

	Real	x
	=
	6

	;
end	M	;
