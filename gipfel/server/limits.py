"""How much and how slowly one client may send and read. docs/operators.md tells operators."""

from __future__ import annotations

HEAD_SECONDS = 15.0
"""In which the head of a request has to arrive whole, from its first byte or from connecting."""

KEEP_ALIVE_SECONDS = 75
"""How long a connection may be idle between two requests: longer than most turns of a game in real time take. Idle ones
cost no one a place: at MOST_CONNECTIONS they are closed first."""

STALL_SECONDS = 20.0
"""How long a body may fall behind LEAST_RATE, and how long an answer may wait for its reader to take anything."""

LEAST_RATE = 2048
"""Bytes a second that a client who sends a body has to reach on average."""

LARGEST_HEAD = 32 * 1024
"""Bytes of a request's line and headers; above that 431."""

LARGEST_BODY = 21 * 1024 * 1024
"""Bytes of a body; above that 413. A form with the largest file there may be (`players.uploads.limits`) is smaller."""

KEPT_IN_MEMORY = 64 * 1024
"""Bytes of a body or of an answer that wait in memory; what is larger waits in a temporary file."""

KEPT_BY_THE_SYSTEM = 128 * 1024
"""Bytes of answers that the system keeps for a reader (Linux doubles it); without a bound some megabytes."""

MOST_PIPELINED = 16
"""Requests that a connection may send ahead of their answers. Browsers send none."""

MOST_WAITING = 1000
"""Requests that may wait for a thread; one more is answered with 503."""

MOST_CONNECTIONS = 4096
"""Open connections of a process. At the limit one more closes the one that has waited longest for its request."""

STUCK_SECONDS = 120.0
"""A process in which every thread has been busy for so long with one request each is not alive: /healthz says 503, and
HUNG_SECONDS later it ends."""

HUNG_SECONDS = 60.0
"""A process without a sign of life for so long ends with a traceback of its threads, and another takes its place."""

SIGN_OF_LIFE_SECONDS = 10
"""How often a process says that it is alive, and how long it may take to answer its supervisor."""

START_SECONDS = 120
"""How long a process may take until it serves that is to replace another; else that one stays."""

MOST_STREAMS = 3000
"""Connections of a process that follow pages: fewer than MOST_CONNECTIONS, so that there is room for asking."""

MOST_FOLLOWED = 150
"""Pages that one connection follows: a page with all boards of a round follows each of them."""

LARGEST_STREAM_MESSAGE = 16 * 1024
"""Bytes that a follower may say at once."""

STREAM_MESSAGE_SECONDS = 0.2
"""Between two things that a follower says: what it says sooner waits, and keeps no one else waiting."""

NEW_STREAMS_A_SECOND = 30.0
"""Connections that one client may open a second, once it has opened twice as many as it may have (a hall after a
restart). Each page that a player in a hall goes to opens one."""

LATE_SECONDS = 5.0
"""What waits for so long to be made is late: who follows it is told so, and looks for himself."""

MOST_API_STREAMS = 500
"""Streams of the API (lines on a connection that stays open) of a process, beside MOST_STREAMS."""

STREAMS_OF_CLIENT, STREAMS_OF_KEY = 100, 20
"""Streams of the API that one client, and one key, may have open in a process."""

BLANK_LINE_SECONDS = 7.0
"""A stream of the API on which nothing happens has a blank line so often: both ends know that the line is there."""

ASK_STREAM_AGAIN_SECONDS = 20.0
"""A stream of the API is asked again so often whatever was heard: its key may have ended, and a player is there."""

SILENT_STREAM_SECONDS = 150.0
"""After which a connection that says nothing has ended. Pages say something every 25 s; browsers let those in the
background speak once a minute."""
