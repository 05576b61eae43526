"""How web processes learn at once that a scope moved, so that open pages follow (gipfel.server.live).

A message says which scope moved, and to which version; perhaps also what is new, so that followers need not ask. It
goes out after the commit, and it may be lost: each process that has followers also compares versions with the database,
once a second, and a follower who lacks what lay between asks for all.
"""
