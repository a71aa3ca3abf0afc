package Several "Models in one file: a word behind the file chooses one"
  model First
    Real x = 5;
  end First;
  model Second
    Real x = 7*time;
  end Second;
  model Third
    Real x = 9;
  end Third;
end Several;
