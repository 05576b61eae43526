"""`python -m gipf_engine COMMAND …`."""

from __future__ import annotations

import sys

from gipf_engine.commands.runner import main

sys.exit(main())
