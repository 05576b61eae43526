"""A refused record, shown so that it can be mended: where it breaks off, what was likely meant, how to go on."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.safestring import SafeString

from games.core.board_state import render_game
from games.core.queries.page import GamePage
from games.core.replay import frame_of
from games.core.running import running_game
from games.core.services.errors import RecordRefused
from gipf_engine.rules import rules_for
from gipf_engine.rules.errors import RuleError
from gipf_engine.rules.formats import OWN, recognise
from gipf_engine.rules.nearest import nearest_turns
from gipf_engine.rules.record import find_token, read_records
from gipf_engine.rules.verdict import Fault

AROUND = 60
"""Characters that are quoted on each side of the turn that was refused."""


@dataclass(frozen=True)
class RefusedRecord:
    """An illegal record. `begin` and `end`: where the turn stands in the text as a browser counts; None if nowhere.

    `nearest` are legal turns in its place. `legal` are the turns before it, `rest` those from it on, and `version` is
    that of the game's recording, in which `replaced` turns stand that are others.
    """

    fault: Fault
    svg: SafeString | None
    text: str
    begin: int | None
    end: int | None
    nearest: tuple[str, ...]
    legal: str
    rest: str
    version: int
    replaced: int

    @property
    def before(self) -> str:
        """What stands before the turn, as far as it is quoted."""
        begin = self.begin or 0
        return ("…" if begin > AROUND else "") + self.text[max(0, begin - AROUND) : begin]

    @property
    def after(self) -> str:
        """What stands behind it, as far as it is quoted."""
        end = self.end or 0
        return self.text[end : end + AROUND] + ("…" if len(self.text) > end + AROUND else "")


def refused_record(page: GamePage, text: str, refused: RecordRefused) -> RefusedRecord | None:
    """What to show of it; None where no turn is to blame."""
    fault = refused.fault
    if fault is None:
        return None
    text = text.replace("\r\n", "\n")
    is_ours = recognise(text).key == OWN  # else the turns of the text are not those that were played
    found = find_token(text, refused.used) if is_ours and fault.ply and fault.token else None
    frame = frame_of(page.start, fault.position)
    running = running_game(page.game)
    return RefusedRecord(
        fault=fault,
        svg=None if frame is None else render_game(frame),
        text=text,
        begin=found[0] if found else None,
        end=found[1] if found else None,
        nearest=_nearest(page, fault),
        legal=" ".join(refused.legal),
        rest=" ".join(token for record in read_records(text) for token in record.tokens[refused.used :] if is_ours),
        version=running.version,
        replaced=len(running.tokens) - running.common(refused.legal),
    )


def _nearest(page: GamePage, fault: Fault) -> tuple[str, ...]:
    """Those that the rules name, where they are few; else the likeliest."""
    if fault.alternatives or not fault.position or not fault.token:
        return fault.alternatives
    try:
        position = rules_for(page.game.rules, page.game.options).position(fault.position)
    except RuleError:  # a position of which the text does not tell all
        return ()
    return tuple(nearest_turns(position, fault.token))
