# RUN: echo '<a/>' > SystemStructure.ssd; python3 -m zipfile -c x.ssp SystemStructure.ssd; causeway simulate x.ssp
# EXIT: 2
# CHECK: error[XCH0020]: this is no description of a system
