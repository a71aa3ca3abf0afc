// RUN: causeway check %s
model VersionAnnotation
  Real x = 1;
  annotation(version = "1.2.3", versionDate = "2026-01-01", versionBuild = 2, dateModified = "2026-01-01 00:00:00Z");
end VersionAnnotation;
