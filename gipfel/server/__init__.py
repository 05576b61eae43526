"""The web process: uvicorn in front, which waits for everybody at once; Django behind it, in a few threads.

Connections are read and written by one event loop. A thread gets a request once all of it has arrived, and gives it up
once the answer is ready: a client that sends or reads slowly keeps a socket and a little memory busy, and no thread.

    python -m gipfel.server --bind 127.0.0.1:8000 --workers 2
"""

from __future__ import annotations

import os

# Before anything of Django is loaded: `python -m gipfel.server` is started as it is, without an environment for Django.
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "gipfel.settings")
