"""Published draws of deals, drawn and solved again."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Mapping
from typing import Any

from gipf_engine.commands.base import BaseCommand, CommandError
from gipf_engine.commands.json_files import read_text, words_of
from gipf_engine.commands.streams import answering
from gipf_engine.rules.deals import check_draw
from gipf_engine.strict_json import parse_strict

WRONG, UNREADABLE, NOT_PROVEN = 1, 2, 4
"""Exit codes."""
LARGEST = 1024 * 1024
"""Bytes of a file; a deal has some 120."""


class Command(BaseCommand):
    """Check that deals follow from their seed and that they were published by it."""

    help = (
        "Check published draws: whether the commitment, the skipped numbers, the deals and par follow from the seed. "
        "Every deal is solved again. Without --commitment and --count nothing says that the seed was not chosen "
        "afterwards, and that no deal at the end was left out: then the exit code is 4. It is 1 if something does not "
        "follow; 2 if a file cannot be read."
    )

    @classmethod
    def add_arguments(cls, parser: ArgumentParser) -> None:
        """The files, and what was noted before."""
        parser.add_argument("files", nargs="+", metavar="FILE")
        parser.add_argument(
            "--commitment", metavar="HASH", help="what was shown before the event; it must be the draw's"
        )
        parser.add_argument("--count", type=int, metavar="N", help="how many deals were to be played")

    def run(self, options: Namespace) -> int:
        """Check each file; the worst exit code."""
        worst = 0
        with answering(self.stdout):
            for name in options.files:
                try:
                    document = _read_document(name)
                except (OSError, ValueError) as trouble:
                    self.complain(f"{name}: {words_of(trouble)}")
                    worst = UNREADABLE
                    continue
                worst = max(worst, self._check_document(name, document, options))
        return worst

    def _check_document(self, name: str, document: Mapping[str, Any], options: Namespace) -> int:
        faults, noted = [str(fault) for fault in check_draw(document)], options.commitment
        if noted is not None and document.get("commitment") != noted.strip().lower():
            faults.append("The commitment is not the one that was shown before.")
        if options.count is not None and not faults and len(document["deals"]) != options.count:
            faults.append(f"There are {len(document['deals'])} deals, and {options.count} were to be played.")
        for fault in faults:
            self.complain(f"{name}: {fault}")
        if faults:
            return WRONG
        pars = ", ".join(str(deal["par"]) for deal in document["deals"])
        self.write_at_once(f"{name}: all of it follows from the seed; par {pars}")
        missing = [why for option, why in _NOT_PROVEN.items() if getattr(options, option) is None]
        for why in missing:
            self.complain(f"{name}: not proven: {why}")
        return NOT_PROVEN if missing else 0


_NOT_PROVEN = {
    "commitment": "that the seed was fixed before; give the hash that was shown then with --commitment",
    "count": "that no deal at the end was left out; give how many were to be played with --count",
}


def _read_document(name: str) -> Mapping[str, Any]:
    document = parse_strict(read_text(name, LARGEST, UNREADABLE))
    if not isinstance(document, dict):
        raise CommandError(f"{name} holds no draw", UNREADABLE)
    return document
