# The same for MAT results, and for a place that cannot be written at all.
# RUN: ln -s /dev/full full.mat; causeway simulate %d/disk_full.mo -o full.mat --intervals 100000
# EXIT: 5
# CHECK: error[RT
# CHECK: No space left on device
# RUN: causeway simulate %d/disk_full.mo -o /no/such/folder/x.mat
# EXIT: 1
# CHECK: /no/such/folder/x.mat
# RUN: causeway simulate %d/disk_full.mo -o ok.csv --stats /dev/full
# EXIT: 1
# CHECK: /dev/full could not be written completely
