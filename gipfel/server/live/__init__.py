"""Open pages that follow what happens: one connection a page, one rendering for all who look at it.

`endpoint` speaks WebSocket with browsers. `hub` knows what is followed and by whom. `pages` asks the application for a
page as a reader has it who is not signed in, so nothing else can ever be sent. `parts` finds what changed in it.
"""
