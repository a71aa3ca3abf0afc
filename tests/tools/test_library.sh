# `causeway test`: every kind of verdict, the page, JSON, and a baseline that may get better but not worse.
# RUN: causeway test %d/data/Small.mo --reference %d/data/reference --timeout 2 --jobs 2 --report %t.html
# EXIT: 1
# CHECK: verified Small.Decay {{.*}} 1 signals
# CHECK: invalid Small.Invalid {{.*}} error[
# CHECK: timeout Small.Never {{.*}} no result after 2 s
# CHECK: ran Small.NoReference
# CHECK: differs Small.Wrong {{.*}} 1 of 1 signals differ, worst x ({{[0-9.]+}}% of points)
# CHECK: 5 models in {{.*}} 1 verified, 1 ran, 1 differs, 1 invalid, 1 timeout
# CHECK-NOT: Small.Inert
# FILE-CHECK: %t.html <h1>Tests of Small</h1>
# FILE-CHECK: %t.html <b class=differs>differs</b>
# FILE-CHECK: %t.html <svg viewBox=
# RUN: ! grep -Eq '(src|href)=|https?:|url\(' %t.html
# RUN: causeway test Small -L %d/data --reference %d/data/reference --filter 'Decay|Wrong' --baseline %t.base --update-baseline
# RUN: cat %t.base
# CHECK: verified Small.Decay
# CHECK: differs Small.Wrong
# RUN: causeway test Small -L %d/data --reference %d/data/reference --filter 'Decay|Wrong' --baseline %t.base
# CHECK: 0 worse than in the baseline
# RUN: sed -i 's/differs Small.Wrong/verified Small.Wrong/' %t.base; causeway test Small -L %d/data --reference %d/data/reference --filter Wrong --baseline %t.base
# EXIT: 1
# CHECK: differs ! Small.Wrong
# CHECK: 1 worse than in the baseline
# RUN: echo 'verified Small.Gone' >> %t.base; causeway test %d/data/Small.mo --reference %d/data/reference --timeout 1 --baseline %t.base -q
# EXIT: 1
# CHECK: Small.Gone is in the baseline, but not in the library any more
# RUN: causeway test Small -L %d/data --reference %d/data/reference --filter Decay --json > out.json; python3 -c "import json; d = json.load(open('out.json')); print(d['models'][0]['verdict'], d['counts']['verified'])"
# CHECK: verified 1
# RUN: causeway test Small -L %d/data --filter NoSuchModel
# EXIT: 1
# CHECK: error[TOOL0031]
# RUN: (TMPDIR=$PWD causeway test Small -L %d/data --filter Never --timeout 50 & pid=$!; sleep 1; kill -INT $pid; wait $pid)
# EXIT: 1
# CHECK: interrupted after 0 of 1 models
# RUN: ! ls -d causeway* 2>/dev/null
