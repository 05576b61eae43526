"""Certificates: how a game ended, with all that a person needs to find the same without us.

A certificate is plain values (JSON). It says from what it was made (`basis`): a record, whose turns it holds; a final
position; or the players' own counts. One who has it plays the game again with `verify`, by these rules or by others'.
The format stands in docs/certificates.md.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from hashlib import sha256
from typing import Any

from gipf_engine import __version__
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.rules.base import BLACK, WHITE, Outcome, Position, Rules
from gipf_engine.rules.errors import BadSetup, RuleError
from gipf_engine.rules.record import GameRecord
from gipf_engine.rules.registry import rules_for
from gipf_engine.rules.score import Holding, Score, ScoreLine
from gipf_engine.rules.verdict import Verdict, check
from gipf_engine.strict_json import canonical

FORMAT = "gipfel-certificate-1"
SEATS = ("white", "black")
MOST_COUNTED = 99
_NOT_REPEATED = ("engine", "digest")
_BASES = {
    "position": _("made from a final position; no turns were replayed"),
    "counts": _("made from the counts of both players; no turns were replayed and no position was checked"),
}
_NOT_PROVEN = {
    "position": _("that this position was reached by legal turns"),
    "counts": _("that the players counted correctly, and that any turn was played"),
}

Document = dict[str, Any]


class Basis(StrEnum):
    """What a certificate was made from."""

    RECORD = "record"
    POSITION = "position"
    COUNTS = "counts"


class NotCertified(RuleError):
    """Nothing can be certified: the game is not over by this, or it cannot be read."""


@dataclass(frozen=True, slots=True)
class SetupSeed:
    """Where a set-up came from: the seed of its draw by this recipe; `board` is 0 where all boards had the same."""

    recipe: str
    seed: str
    board: int = 0


def certify_record(record: GameRecord, seed: SetupSeed | None = None, *, version: str = __version__) -> Document:
    """The certificate of a record whose moves end the game. Raises `NotCertified` and `UnknownRules`."""
    return certify_verdict(record, check(record), seed, version=version)


def certify_verdict(
    record: GameRecord, verdict: Verdict, seed: SetupSeed | None = None, *, version: str = __version__
) -> Document:
    """The certificate of a record that was judged already. Raises `NotCertified`."""
    if verdict.error is not None:
        words = {"ply": verdict.error.ply, "token": verdict.error.token, "why": verdict.error.message}
        raise NotCertified(Message(_("turn %(ply)s, %(token)s: %(why)s"), words), verdict.error.token)
    final = verdict.positions[-1]
    assert verdict.rules is not None
    start = {"setup": _plain(record.tags.get("Setup", "")), "handicap": record.tags.get("Handicap", "")}
    certificate = _complete(verdict.rules, final.outcome, final, Basis.RECORD, version)
    return _seal(certificate | start | {"seed": _seed(verdict.rules, start["setup"], seed), "moves": [*verdict.tokens]})


def certify_position(rules: Rules, text: str, *, version: str = __version__) -> Document:
    """The certificate of a final position, given as a position text. Raises `NotCertified` and `BadSetup`."""
    position = rules.position(text)
    return _seal(_complete(rules, position.outcome, position, Basis.POSITION, version))


def certify_counts(rules: Rules, counts: Sequence[Sequence[int]], *, version: str = __version__) -> Document:
    """The certificate of what the players counted: for each seat one number for each of `Rules.score_names`.

    Raises `BadSetup` where these counts cannot be, or prove nothing.
    """
    rows = _validate_counts(rules, counts)
    certificate = _complete(rules, rules.outcome_of(rows), None, Basis.COUNTS, version)
    return _seal(
        certificate
        | {
            "lines": [
                _line_document(ScoreLine(*each))
                for each in zip(rules.score_names, zip(*rows, strict=True), strict=True)
            ]
        }
    )


def verify(document: Mapping[str, Any]) -> list[Message]:
    """What is wrong with a certificate, in sentences: none where all of it follows from what it was made from."""
    try:
        made = _make_again(document)
    except RuleError as trouble:
        return [Message(_("This is not how the game ends: %(why)s."), {"why": trouble.message})]
    except (KeyError, TypeError, ValueError, AttributeError):
        return [Message(_("This is not a certificate of the form %(form)s."), {"form": FORMAT})]
    faults = []
    if document.get("digest") != digest_of(document):
        faults.append(Message(_("The digest does not match the text: the certificate was changed.")))
    different = sorted(
        name
        for name in made.keys() | document.keys()
        if name not in _NOT_REPEATED and not _is_same(made, document, name)
    )
    faults += [Message(_("“%(field)s” does not follow from the game."), {"field": name[:40]}) for name in different]
    return faults


def basis_of(document: Mapping[str, Any]) -> Message:
    """From what a certificate that was verified was made."""
    if document["basis"] == Basis.RECORD:
        return Message(_("made from a record of %(turns)s turns, all replayed"), {"turns": len(document["moves"])})
    return Message(_BASES[document["basis"]])


def not_proven(document: Mapping[str, Any]) -> list[Message]:
    """What a certificate that was verified does not prove, in sentences."""
    messages = [Message(_NOT_PROVEN[document["basis"]])] if document["basis"] in _NOT_PROVEN else []
    return [*messages, Message(_("who played, when, and that these two played it at all"))]


def _is_same(made: Mapping[str, Any], document: Mapping[str, Any], name: str) -> bool:
    """Whether a field is the same in value and type: true is not 1, and neither is 1.0."""
    return name in made and name in document and canonical(made[name]) == canonical(document[name])


def digest_of(document: Mapping[str, Any]) -> str:
    """The SHA-256 of the certificate without its digest: JSON with sorted keys and no spaces, in ASCII."""
    content = {name: value for name, value in document.items() if name != "digest"}
    return sha256(canonical(content).encode()).hexdigest()


def write_certificate(document: Mapping[str, Any]) -> str:
    """The certificate as people store it."""
    return json.dumps(document, indent=1, ensure_ascii=True) + "\n"


def score_of(document: Mapping[str, Any]) -> Score:
    """The score that a certificate holds."""
    lines = tuple(
        ScoreLine(row["key"], (row["white"], row["black"]), (_stacks(row, "white"), _stacks(row, "black")))
        for row in document["lines"]
    )
    leader = {"1-0": WHITE, "0-1": BLACK}.get(document["result"])
    neutral = tuple(Holding(held["spot"], held["pieces"]) for held in document["neutral"])
    owned = (document["owned"]["white"], document["owned"]["black"])
    return Score(lines, document["decided_by"], leader, owned, neutral)


def outcome_in(document: Mapping[str, Any]) -> Outcome:
    """The outcome that a certificate holds."""
    tally = document["tally"]
    return Outcome(document["result"], document["reason"], None if tally is None else tuple(map(tuple, tally)))


def _complete(rules: Rules, outcome: Outcome | None, final: Position | None, basis: Basis, version: str) -> Document:
    """All fields, with those of other bases empty."""
    if outcome is None:
        raise NotCertified(Message(_NOT_OVER[basis is Basis.RECORD]))
    score = rules.score(final) if final is not None else None
    lines = score.lines if score else ()
    return {
        "format": FORMAT,
        "engine": version,
        "basis": str(basis),
        "rules": rules.key,
        "options": sorted(rules.options),
        "setup": "",
        "handicap": "",
        "seed": None,
        "moves": [],
        "position": final.text() if final is not None else "",
        "result": outcome.result,
        "reason": outcome.reason,
        "because": str(rules.explain_outcome(outcome)),
        "tally": None if outcome.tally is None else [list(row) for row in outcome.tally],
        "decided_by": rules.deciding_count(outcome),
        "owned": dict(zip(SEATS, score.owned if score else ("", ""), strict=True)),
        "lines": [_line_document(each) for each in lines],
        "neutral": [held._asdict() for held in score.neutral] if score else [],
    }


_NOT_OVER = (_("the game is not over in this position"), _("the moves do not end the game"))


def _seal(certificate: Document) -> Document:
    return certificate | {"digest": digest_of(certificate)}


def _line_document(line: ScoreLine) -> Document:
    stacks = {seat: [held._asdict() for held in held_by] for seat, held_by in zip(SEATS, line.stacks, strict=True)}
    return {"key": line.key, **dict(zip(SEATS, line.counts, strict=True)), "stacks": stacks}


def _stacks(row: Mapping[str, Any], seat: str) -> tuple[Holding, ...]:
    return tuple(Holding(held["spot"], held["pieces"]) for held in row["stacks"][seat])


def _seed(rules: Rules, setup: str, seed: SetupSeed | None) -> Document | None:
    """The seed as plain values. Raises `NotCertified` where another set-up follows from it."""
    if seed is None:
        return None
    chance = rules.chance
    if chance is None or chance.version != seed.recipe:
        raise NotCertified(Message(_("the recipe %(recipe)s draws no set-ups here"), {"recipe": seed.recipe[:40]}))
    drawn_from = chance.seed_of_board(seed.seed, seed.board) if seed.board else seed.seed
    if chance.draw(drawn_from) != setup:
        raise NotCertified(Message(_("the set-up does not follow from the seed")))
    return {"recipe": seed.recipe, "seed": seed.seed, "board": seed.board}


def _plain(setup: str) -> str:
    return "".join(setup.split())


def _validate_counts(rules: Rules, counts: Sequence[Sequence[int]]) -> tuple[tuple[int, ...], ...]:
    rows = tuple(tuple(row) for row in counts)
    names = len(rules.score_names)
    if not names or len(rows) != len(SEATS) or any(len(row) != names for row in rows):
        raise BadSetup(Message(_("each player needs %(count)s numbers"), {"count": names}))
    if not all(type(each) is int and 0 <= each <= MOST_COUNTED for row in rows for each in row):
        raise BadSetup(Message(_("each count is a number from 0 to %(most)s"), {"most": MOST_COUNTED}))
    return rows


def _make_again(document: Mapping[str, Any]) -> Document:
    """The certificate anew, from what it says that it was made from."""
    if document["format"] != FORMAT or not isinstance(document["engine"], str):
        raise ValueError(document["format"])
    basis, version = Basis(document["basis"]), str(document["engine"])
    rules = rules_for(str(document["rules"]), [str(option) for option in document["options"]])
    if basis is Basis.POSITION:
        return certify_position(rules, str(document["position"]), version=version)
    if basis is Basis.COUNTS:
        rows = [[row[seat] for row in document["lines"]] for seat in SEATS]
        return certify_counts(rules, rows, version=version)
    tags = {"Game": rules.game, "Rules": rules.variant, "Options": ",".join(sorted(rules.options))}
    start = {"Setup": str(document["setup"]), "Handicap": str(document["handicap"])}
    tags |= {name: value for name, value in start.items() if value}
    seed = document["seed"]
    known = None if seed is None else SetupSeed(str(seed["recipe"]), str(seed["seed"]), int(seed["board"]))
    return certify_record(GameRecord(tags, tuple(map(str, document["moves"]))), known, version=version)
