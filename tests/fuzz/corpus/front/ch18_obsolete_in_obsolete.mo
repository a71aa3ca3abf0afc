package ObsoleteInObsolete
  model Old Real x = 1; annotation(obsolete = "use New"); end Old;
  model M
    extends Old;
    annotation(obsolete = "use N");
  end M;
end ObsoleteInObsolete;
