"""Certificates of games that are over: made from records, and verified."""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from engine.commands.base import BaseCommand, CommandError
from engine.commands.streams import answering, as_json
from engine.rules.certificate import NotCertified, basis_of, certify_record, not_proven, verify
from engine.rules.errors import RuleError
from engine.rules.record import GameRecord, read_records
from engine.strict_json import NotStrict, parse_strict

REFUSED, UNREADABLE = 1, 2
"""Exit codes."""
LARGEST = 16 * 1024 * 1024
"""Bytes of a file of certificates; one of the longest games has some 20,000."""


class Command(BaseCommand):
    """Certify how games ended, or verify certificates."""

    help = (
        "Certify how the games in FILEs of records ended: one line of JSON each. With --verify the FILEs hold "
        "certificates, one or one a line, and each game is played again. Exit code 1 if a game is not over or a "
        "certificate is wrong; 2 if a file cannot be read."
    )

    @classmethod
    def add_arguments(cls, parser: ArgumentParser) -> None:
        """The files, and what to do with them."""
        parser.add_argument("files", nargs="+", metavar="FILE")
        parser.add_argument("--verify", action="store_true", help="the files are certificates: verify them")

    def run(self, options: Namespace) -> int:
        """Do it for each file; the worst exit code."""
        work = self._verify if options.verify else self._certify
        worst = 0
        with answering(self.stdout):
            for name in options.files:
                try:
                    worst = max(worst, work(name))
                except BrokenPipeError:  # of our reader, not of the file
                    raise
                except (OSError, ValueError) as trouble:
                    self.complain(f"{name}: {_words_of(trouble)}")
                    worst = UNREADABLE
        return worst

    def _certify(self, name: str) -> int:
        worst = 0
        with Path(name).open(encoding="utf-8-sig") as lines:
            for record in read_records(lines):
                try:
                    self.write_at_once(as_json(_certificate(record)))
                except RuleError as trouble:
                    self.complain(f"{name}:{record.line}: {trouble.message}")
                    worst = REFUSED
        return worst

    def _verify(self, name: str) -> int:
        worst = 0
        for place, document in enumerate(_documents(name), 1):
            faults = verify(document)
            for fault in faults:
                self.complain(f"{name}:{place}: {fault}")
            if faults:
                worst = REFUSED
            else:
                self.write_at_once(f"{name}:{place}: {document['result']}, because {document['because']}")
                self.write_at_once(f"{name}:{place}: {basis_of(document)}")
                for missing in not_proven(document):
                    self.write_at_once(f"{name}:{place}: not proven: {missing}")
        return worst


def _certificate(record: GameRecord) -> dict[str, Any]:
    if record.fault is not None:
        raise NotCertified(record.fault.message)
    return certify_record(record)


def _documents(name: str) -> Iterator[dict[str, Any]]:
    """One certificate, however it is folded, or one a line."""
    path = Path(name)
    if path.stat().st_size > LARGEST:
        raise CommandError(f"{name} is larger than {LARGEST // 1024 // 1024} MB", UNREADABLE)
    text = path.read_text(encoding="utf-8-sig").strip()
    try:
        found = [parse_strict(text)]
    except json.JSONDecodeError:
        found = [parse_strict(line) for line in text.splitlines() if line.strip()]
    for document in found:
        if not isinstance(document, dict):
            raise CommandError(f"{name} holds no certificate", UNREADABLE)
        yield document


def _words_of(trouble: Exception) -> str:
    if isinstance(trouble, OSError):
        return trouble.strerror or str(trouble)
    if isinstance(trouble, NotStrict):
        return str(trouble.message)
    return "this is not UTF-8" if isinstance(trouble, UnicodeDecodeError) else "this is no JSON"
