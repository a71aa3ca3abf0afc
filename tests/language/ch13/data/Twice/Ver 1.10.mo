package Ver constant Integer n = 10; annotation(version = "1.10"); end Ver;
