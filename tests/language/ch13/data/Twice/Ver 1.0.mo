package Ver constant Integer n = 1; annotation(version = "1.0"); end Ver;
