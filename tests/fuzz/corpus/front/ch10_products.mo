model M
  Real A[2, 2] = [1, 2; 3, 4];
  Real a = {1, 2}*{3, 4};
  Real b[2] = A*{1, 2};
  Real c[2, 1] = A*[1; 1];
  Real d[2, 2] = A^2;
end M;
