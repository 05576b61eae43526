"""What stands in the way of a backup."""

from __future__ import annotations


class BackupError(Exception):
    """It cannot be done. The text is one line that says why and what to do."""
