# RUN: causeway animate %d/Trial.mo Trial.Swing -o swing.glb && causeway animate %d/Trial.mo Trial.Swing -o %t.html
# RUN: causeway animate %d/Trial.mo Trial.Swing -o swing.png --time 0.5 --width 300 --height 200
# RUN: python3 %d/read_glb.py swing.glb swing.png
# RUN: causeway animate %d/Trial.mo Trial.Drive -o drive.glb
# EXIT: 1
# RUN: causeway animate %d/Trial.mo Trial.Swing -o swing.avi
# EXIT: 1
# RUN: causeway animate %d/Trial.mo Trial.Swing
# EXIT: 1
# CHECK: swing.glb
# CHECK: t.html
# CHECK: swing.png
# CHECK: 3 bodies move
# CHECK: error[TOOL0071]: Trial.Drive has nothing to show in space
# CHECK: error[TOOL0071]: swing.avi: an animation is written as .glb, .html or .png
# CHECK: error[TOOL0071]: say with -o where the animation goes
# FILE-CHECK: %t.html DecompressionStream
