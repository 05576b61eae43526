"""GIPF as it is written on Richard's PBeM server: `ga1-c3` brings in a GIPF-piece, `na1-c3` a normal one.

The dot comes first, then the spot where the furthest piece that moved ends, as in the official notation; the colour is
not written. Games there are of the tournament rules. What comes off is not part of a move: the server takes it, and
asks where there is a choice. So a removal that is the only one is found here, and where there are several the record
has to name it, as our notation does. Source: gamerz.net/pbmserv/gipf.html.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from gipf_engine.games.gipf.notation import is_removal_alone
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.rules import rules_for
from gipf_engine.rules.errors import AmbiguousMove, IllegalMove, RuleError
from gipf_engine.rules.formats.base import ForeignGame, RecordFormat
from gipf_engine.rules.formats.registry import register
from gipf_engine.rules.record import GameRecord, read_records, renumber

_MOVE = re.compile(r"[gn]([a-i][1-9]-[a-i][1-9])", re.ASCII)
_FIRST = re.compile(
    r"\A(?:\s*\[[^\n]*\][ \t]*\r?(?:\n|\Z))*+\s*+(?:\d{1,4}\.+\s*)?[gn][a-i][1-9]-[a-i][1-9]\b", re.ASCII
)
_TAGS = {"Game": "gipf", "Rules": "tournament"}


@register
class PbmGipf(RecordFormat):
    """Moves of GIPF on Richard's PBeM server, with tags before them or without."""

    key = "pbm-gipf"
    name = _("PBeM notation for GIPF")
    help = _("GIPF from Richard's PBeM server (gamerz.net).")

    def detects(self, text: str) -> bool:
        """Whether its first turn is written so."""
        return _FIRST.match(text) is not None

    def read(self, text: str, known: Mapping[str, str]) -> list[GameRecord]:
        """The records, of tournament GIPF where they do not say what they are of."""
        return [_convert(record) for record in read_records(text)]


def _convert(record: GameRecord) -> GameRecord:
    tags = _TAGS | dict(record.tags)
    record = replace(record, tags=tags)
    line = ForeignGame(rules_for(record.key, record.options).start("", tags.get("Handicap", "")))
    ends: list[int] = []
    at, fault = 0, record.fault
    while at < len(record.tokens):
        used, parts = _parts(record.tokens, at)
        try:
            line.play_token(_complete(line, parts))
        except RuleError as trouble:
            fault = type(trouble)(trouble.message, record.tokens[at], trouble.alternatives)
            break
        at += used
        ends.append(at)
    whole = replace(
        record,
        notes={place: notes for place, notes in record.notes.items() if place <= at},
        counts={place: count for place, count in record.counts.items() if place <= at},
    )
    return replace(renumber(whole, line.tokens, ends), fault=fault)


def _parts(tokens: Sequence[str], at: int) -> tuple[int, str]:
    """How many tokens the turn at `at` takes, and the turn as ours: removals may stand apart, before and behind it."""
    parts: list[str] = []
    end, entered = at, False
    while end < len(tokens):
        enters = not is_removal_alone(tokens[end])
        if entered and (enters or parts[-1].startswith("x")):
            break
        parts += map(_own, tokens[end].split(";"))
        entered |= enters
        end += 1
    return end - at, ";".join(parts)


def _own(part: str) -> str:
    found = _MOVE.fullmatch(part)
    if found is None:
        return part
    return "G" * part.startswith("g") + found[1]


def _complete(line: ForeignGame, turn: str) -> str:
    """The turn with what has to come off. Raises `AmbiguousMove` where that is not said and more than one thing may."""
    possible = [token for token in _with_removals(turn) if _is_read(line, token)]
    if len(possible) == 1:
        return possible[0]
    if not possible:
        line.position.parse(turn)  # says why
        raise IllegalMove(Message(_("this turn is not legal")), turn)
    raise AmbiguousMove(
        Message(
            _("the pieces that come off are missing: write them after the move, as in %(example)s"),
            {"example": f"{turn};x…"},
        ),
        turn,
    )


def _with_removals(turn: str) -> Iterator[str]:
    yield turn
    starts, ends = turn.startswith("x"), turn.rpartition(";")[2].startswith("x")
    if not ends:
        yield f"{turn};x"
    if not starts:
        yield f"x;{turn}"
    if not starts and not ends:
        yield f"x;{turn};x"


def _is_read(line: ForeignGame, token: str) -> bool:
    try:
        line.position.parse(token)
    except RuleError:
        return False
    return True
