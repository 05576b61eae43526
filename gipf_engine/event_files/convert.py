"""A file of another program as TRF and what TRF has no columns for, as JSON: work for a process of its own."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from typing import Any

from gipf_engine.event_files.as_trf import trf_of
from gipf_engine.event_files.event import EventFileError, FileEvent, FilePlayer
from gipf_engine.event_files.formats import FORMATS
from gipf_engine.player_lists.decoding import decode
from gipf_engine.tournament.trf.federations import FEDERATION_OF


@dataclass(frozen=True, slots=True)
class Converted:
    """An event as TRF, and by number what it has no columns for: whole names, clubs, countries without a federation.

    `by_line` says that lines of the TRF are those of the file.
    """

    trf: str
    names: dict[int, str]
    clubs: dict[int, str]
    countries: dict[int, str]
    notes: list[Any]
    by_line: bool


def convert(data: bytes) -> bytes:
    """An event, or its problems, as JSON. `data` is the key of a format in its first line, then the file."""
    key, _newline, file = data.partition(b"\n")
    try:
        event = FORMATS[key.decode()].read(decode(file)[0])
    except EventFileError as error:
        return json.dumps({"problems": [asdict(each) for each in error.problems]}).encode()
    return json.dumps({"event": asdict(converted(event))}).encode()


def converted(event: FileEvent) -> Converted:
    """An event as the reader of TRF takes it."""
    players = event.players.values()
    return Converted(
        trf=trf_of(event),
        names={player.number: player.name for player in players},
        clubs={player.number: player.club for player in players if player.club},
        countries={player.number: player.country for player in players if _is_country(player)},
        notes=[asdict(each) for each in event.notes],
        by_line=all(player.line for player in players),
    )


def _is_country(player: FilePlayer) -> bool:
    """Whether a player's country has no federation in TRF, and may be one."""
    code = player.country
    return len(code) == len("GB") and code.isascii() and code.isupper() and code not in FEDERATION_OF
