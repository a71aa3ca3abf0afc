# Files that texts refer to are copied; their pages are cleaned, and nothing outside of the library is reached.
# RUN: causeway doc -L %d Files -o pages 2>&1
# CHECK: 1 pages, 0 pictures, 2 files
# CHECK: warning[DOC0002]: the documentation of Files refers to modelica://Files/Resources/bad.svg
# CHECK: warning[DOC0002]: the documentation of Files refers to modelica://Files/../Doc.mo
# RUN: sed '/<details>/,$d' pages/Files.html; cat pages/Resources/*more.html; ls pages/Resources
# CHECK: <img src="Resources/Files_Resources_dot.svg">
# CHECK: <a href="Resources/Files_Resources_more.html">more</a> <a>outside</a>
# CHECK: <p>more about it</p>
# CHECK: Files_Resources_dot.svg
# CHECK-NOT: alert
