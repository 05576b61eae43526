"""Published draws of deals, drawn and solved again."""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from engine.commands.base import BaseCommand, CommandError
from engine.commands.streams import answering
from engine.rules.deals import check_draw

WRONG, UNREADABLE = 1, 2
"""Exit codes."""
LARGEST = 1024 * 1024
"""Bytes of a file; a deal has some 120."""


class Command(BaseCommand):
    """Check that deals follow from their seed and that they were published by it."""

    help = (
        "Check published draws: whether the commitment, the skipped numbers, the deals and par follow from the seed. "
        "Every deal is solved again. Exit code 1 if something does not follow; 2 if a file cannot be read."
    )

    @classmethod
    def add_arguments(cls, parser: ArgumentParser) -> None:
        """The files, and what was noted before."""
        parser.add_argument("files", nargs="+", metavar="FILE")
        parser.add_argument(
            "--commitment", metavar="HASH", help="what was shown before the event; it must be the draw's"
        )

    def run(self, options: Namespace) -> int:
        """Check each file; the worst exit code."""
        worst = 0
        with answering(self.stdout):
            for name in options.files:
                try:
                    document = _read(name)
                except (OSError, ValueError) as trouble:
                    self.complain(f"{name}: {_words_of(trouble)}")
                    worst = UNREADABLE
                    continue
                worst = max(worst, self._check(name, document, options.commitment))
        return worst

    def _check(self, name: str, document: Mapping[str, Any], noted: str | None) -> int:
        faults = [str(fault) for fault in check_draw(document)]
        if noted is not None and document.get("commitment") != noted.strip().lower():
            faults.append("The commitment is not the one that was shown before.")
        for fault in faults:
            self.complain(f"{name}: {fault}")
        if faults:
            return WRONG
        pars = ", ".join(str(deal["par"]) for deal in document["deals"])
        self.write_at_once(f"{name}: all of it follows from the seed; par {pars}")
        return 0


def _read(name: str) -> Mapping[str, Any]:
    path = Path(name)
    if path.stat().st_size > LARGEST:
        raise CommandError(f"{name} is larger than {LARGEST // 1024 // 1024} MB", UNREADABLE)
    document = json.loads(path.read_text(encoding="utf-8-sig"))
    if not isinstance(document, dict):
        raise CommandError(f"{name} holds no draw", UNREADABLE)
    return document


def _words_of(trouble: Exception) -> str:
    if isinstance(trouble, OSError):
        return trouble.strerror or str(trouble)
    return "this is not UTF-8" if isinstance(trouble, UnicodeDecodeError) else "this is no JSON"
