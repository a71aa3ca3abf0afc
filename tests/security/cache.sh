# Nobody else's code is run from the cache, and nothing is written through links.
# RUN: printf 'model A\n  Real x = time;\nend A;\n' > A.mo; printf 'model B\n  Real x = 7*time;\nend B;\n' > B.mo; printf '#!/bin/sh\ncauseway simulate $1.mo -q -o $1.csv --stats s.json && grep -o "cache.*" s.json; tail -1 $1.csv\n' > go; chmod +x go
# RUN: mkdir open; chmod 777 open; CAUSEWAY_CACHE=$PWD/open ./go A; ls open | wc -l
# CHECK: cache": "off"
# CHECK: 0
# RUN: mkdir mine; ln -s mine link; CAUSEWAY_CACHE=$PWD/link ./go A; ls mine | wc -l; mkdir up; chmod 777 up; mkdir up/c; CAUSEWAY_CACHE=$PWD/up/c ./go A; ls up/c | wc -l
# CHECK: cache": "off"
# CHECK: 0
# CHECK: cache": "off"
# CHECK: 0
#
# A file that others may write is not used, and neither is one that stands under another's name.
# RUN: export CAUSEWAY_CACHE=$PWD/mine; ./go A; chmod 666 mine/model-*; ./go A; a=$(ls mine/model-*); ./go B; b=$(ls mine/model-* | grep -v $a); cp $a $b; ./go B; ls -l mine/model-* | cut -c1-10
# CHECK: cache": "new"
# CHECK: cache": "new"
# CHECK: cache": "new"
# CHECK: 1,7
# CHECK: cache": "new"
# CHECK: 1,7
# CHECK: -rw-------
#
# Clearing removes what was kept, and nothing else.
# RUN: export CAUSEWAY_CACHE=$PWD/mine; echo mine > mine/model-notes.txt; echo mine > mine/code-0123456789abcdef; ln -s ../go mine/external-0123456789abcdef.so; causeway cache clear; ls mine
# CHECK: 2 files removed
# CHECK: code-0123456789abcdef
# CHECK: external-0123456789abcdef.so
# CHECK: model-notes.txt
