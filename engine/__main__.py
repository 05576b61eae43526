"""`python -m engine COMMAND …`."""

from __future__ import annotations

import sys

from engine.commands.runner import main

sys.exit(main())
