"""Certificates of games that are over: made from records, and verified."""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from gipf_engine.commands.base import BaseCommand, CommandError
from gipf_engine.commands.json_files import read_text, words_of
from gipf_engine.commands.streams import answering, as_json
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.rules.certificate import NotCertified, basis_of, certify_record, not_proven, verify
from gipf_engine.rules.errors import RuleError
from gipf_engine.rules.record import GameRecord, read_records
from gipf_engine.signatures import BadKeys, PublicKey, check_signature, is_signed, read_keys
from gipf_engine.strict_json import parse_strict

REFUSED, UNREADABLE = 1, 2
"""Exit codes."""
LARGEST = 16 * 1024 * 1024
"""Bytes of a file of certificates; one of the longest games has some 20,000."""


class Command(BaseCommand):
    """Certify how games ended, or verify certificates."""

    help = (
        "Certify how the games in FILEs of records ended: one line of JSON each. With --verify the FILEs hold "
        "certificates, one or one a line, signed by a server or not, and each game is played again. With --key every "
        "one has to be signed with that key. Exit code 1 if a game is not over, a certificate or a signature is wrong, "
        "one is not signed that should be, or the package that checks signatures is missing; 2 if a file or a key "
        "cannot be read."
    )

    @classmethod
    def add_arguments(cls, parser: ArgumentParser) -> None:
        """The files, and what to do with them."""
        parser.add_argument("files", nargs="+", metavar="FILE")
        parser.add_argument("--verify", action="store_true", help="the files are certificates: verify them")
        parser.add_argument(
            "--key", metavar="KEY", help="who must have signed: 64 hexadecimal digits, or a file of them or of keys"
        )

    def run(self, options: Namespace) -> int:
        """Do it for each file; the worst exit code."""
        if options.key is not None and not options.verify:
            raise CommandError("--key goes with --verify", UNREADABLE)
        self.keys = None if options.key is None else _keys(options.key)
        work = self._verify if options.verify else self._certify
        worst = 0
        with answering(self.stdout):
            for name in options.files:
                try:
                    worst = max(worst, work(name))
                except BrokenPipeError:  # of our reader, not of the file
                    raise
                except (OSError, ValueError) as trouble:
                    self.complain(f"{name}: {words_of(trouble)}")
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
            if is_signed(document) and document.get("kind") == "event":
                worst = max(worst, self._verify_event(f"{name}:{place}", document))
                continue
            certificate = _inside(document)
            faults = [*self._faults_of_signature(document), *verify(certificate)]
            for fault in faults:
                self.complain(f"{name}:{place}: {fault}")
            if faults:
                worst = REFUSED
                continue
            self.write_at_once(f"{name}:{place}: {certificate['result']}, because {certificate['because']}")
            self.write_at_once(f"{name}:{place}: {basis_of(certificate)}")
            if is_signed(document):
                self.write_at_once(f"{name}:{place}: {self._about_signature(document)}")
            for missing in not_proven(certificate):
                self.write_at_once(f"{name}:{place}: not proven: {missing}")
        return worst

    def _verify_event(self, place: str, document: Mapping[str, Any]) -> int:
        """Nothing of an event is played again: all that can be verified is that the server said it."""
        faults = self._faults_of_signature(document) if self.keys is not None else [Message(_("Give --key."))]
        for fault in faults:
            self.complain(f"{place}: {fault}")
        if faults:
            return REFUSED
        words = {name: str(document.get(name)) for name in ("key", "event", "server", "name", "signed_at")}
        template = _("signed with the key %(key)s: event %(event)s of %(server)s, %(name)s, at %(signed_at)s")
        self.write_at_once(f"{place}: {Message(template, words)}")
        self.write_at_once(f"{place}: SHA-256 of event.json: {document.get('digest')}")
        return 0

    def _faults_of_signature(self, document: Mapping[str, Any]) -> list[Message]:
        """What is wrong with the signature that is asked for: nothing where none is."""
        if self.keys is None:
            return []
        if not is_signed(document):
            return [Message(_("This certificate is not signed."))]
        if document.get("kind") not in ("game", "event"):
            return [Message(_("This statement is not about a game."))]
        fault = check_signature(document, self.keys)
        return [fault] if fault else []

    def _about_signature(self, document: Mapping[str, Any]) -> Message:
        words = {"key": str(document.get("key"))[:40]}
        if self.keys is None:
            return Message(_("signed with the key %(key)s; the signature was not checked, give --key"), words)
        words |= {name: str(document.get(name)) for name in ("server", "game", "signed_at", "result")}
        return Message(
            _("signed with the key %(key)s: game %(game)s of %(server)s, result in force at %(signed_at)s: %(result)s"),
            words,
        )


def _keys(given: str) -> dict[str, PublicKey]:
    """The keys that were given: themselves, or by the name of a file. Raises `CommandError`."""
    try:
        return read_keys(given)
    except BadKeys:
        pass
    try:
        return read_keys(Path(given).read_text(encoding="utf-8-sig"))
    except BadKeys as trouble:
        raise CommandError(f"{given}: {trouble.message}", UNREADABLE) from None
    except (OSError, ValueError) as trouble:
        raise CommandError(f"{given}: {words_of(trouble)}", UNREADABLE) from None


def _inside(document: dict[str, Any]) -> dict[str, Any]:
    """The certificate in a signed statement, or the document itself."""
    if not is_signed(document):
        return document
    inside = document.get("certificate")
    return inside if isinstance(inside, dict) else {}


def _certificate(record: GameRecord) -> dict[str, Any]:
    if record.fault is not None:
        raise NotCertified(record.fault.message)
    return certify_record(record)


def _documents(name: str) -> Iterator[dict[str, Any]]:
    """One certificate, however it is folded, or one a line."""
    text = read_text(name, LARGEST, UNREADABLE).strip()
    try:
        found = [parse_strict(text)]
    except json.JSONDecodeError:
        found = [parse_strict(line) for line in text.splitlines() if line.strip()]
    for document in found:
        if not isinstance(document, dict):
            raise CommandError(f"{name} holds no certificate", UNREADABLE)
        yield document
