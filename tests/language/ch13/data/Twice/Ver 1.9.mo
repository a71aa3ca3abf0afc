package Ver constant Integer n = 9; annotation(version = "1.9"); end Ver;
