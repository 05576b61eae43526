"""A line on the analysis board, as an address names it: where it starts, its turns, and which position is shown.

Nothing of it is stored: an address can be kept, sent to others and gone back to.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from urllib.parse import urlencode

from django.http import Http404, HttpRequest

from common.translation import translate_message
from games.analysis.services import LONGEST_POSITION, need_open_positions
from games.core.analysis_address import MOST_TURNS, analysis_address
from games.core.board_state import number_asked
from games.core.labels import rules_name
from games.core.replay import Reached, Start, movers, reach, replay
from games.recordings.board_input import Addresses
from gipf_engine.messages import Message
from gipf_engine.rules import all_rules, rules_for
from gipf_engine.rules.base import TWO_SEATS, Position, Rules
from gipf_engine.rules.errors import RuleError
from gipf_engine.rules.record import number_turns
from gipf_engine.rules.setup_seed import SEED_BYTES

LONGEST_TURNS = 6_000
"""Characters of all turns in an address."""
LONGEST_START = 400
"""Characters of a set-up, a handicap or the options in an address."""


@dataclass(frozen=True, slots=True)
class LineTurn:
    """A turn of the line under its number (None: the same as before), and the address of the position after it."""

    ply: int
    token: str
    number: int | None
    seat: int
    url: str


@dataclass(frozen=True)
class AnalysedLine:
    """A line, shown after `ply` turns. `threats`: what the other player would do is shown too."""

    start: Start
    tokens: tuple[str, ...] = ()
    ply: int = 0
    flipped: bool = False
    threats: bool = False

    @property
    def rules(self) -> Rules:
        return rules_for(self.start.rules, frozenset(self.start.options))

    @property
    def name(self) -> Message:
        """What players call the rules."""
        return rules_name(self.start.rules)

    @property
    def positions(self) -> Sequence[Position]:
        """The start and the position after each turn."""
        return replay(self.start, self.tokens).positions

    @property
    def reached(self) -> Reached:
        """Where the turns up to the shown position have led."""
        return reach(self.start, self.tokens[: self.ply])

    @property
    def position(self) -> Position:
        """The one that is shown."""
        return self.reached.position

    @cached_property
    def threatening(self) -> Position | None:
        """The shown position with the other player to move; None where that is not asked for, or over."""
        other = self.position.with_other_to_move() if self.threats and self.position.outcome is None else None
        return None if other is None or other.outcome is not None else other

    @property
    def judged(self) -> list[Position]:
        """Which positions are looked at."""
        return [self.position] if self.threatening is None else [self.position, self.threatening]

    @property
    def last(self) -> int:
        """How many turns the line has."""
        return len(self.tokens)

    @property
    def is_full(self) -> bool:
        """Whether the line takes no more turns here."""
        return self.ply >= MOST_TURNS

    @property
    def reason(self) -> str:
        """Why the game is over in the shown position, in the words after "because"; "" while it goes on."""
        outcome = self.position.outcome
        return "" if outcome is None else translate_message(self.rules.explain_outcome(outcome))

    @property
    def turns(self) -> list[LineTurn]:
        """The turns of the line."""
        seats = movers(self.start, self.tokens)
        numbered = zip(self.tokens, number_turns(seats), seats, strict=True)
        return [
            LineTurn(ply, token, number, seat, self.at(ply).url)
            for ply, (token, number, seat) in enumerate(numbered, 1)
        ]

    # --- where it leads ------------------------------------------------------------------------------------

    def at(self, ply: int) -> AnalysedLine:
        """The line, shown elsewhere."""
        return replace(self, ply=ply)

    def played(self, text: str) -> AnalysedLine:
        """One more turn in the shown position, in any notation. What came after it goes, unless it is this very turn.

        Raises `RuleError`.
        """
        position = self.position
        token = position.notation(position.parse(text))
        if self.tokens[self.ply : self.ply + 1] == (token,):
            return self.at(self.ply + 1)
        position.play(position.parse(token))
        return replace(self, tokens=(*self.tokens[: self.ply], token), ply=self.ply + 1)

    def address(self, name: str = "analysis-board") -> str:
        """One of its addresses."""
        ply = self.ply if self.ply < self.last else None
        return analysis_address(
            self.start, self.tokens, ply, name=name, flip=int(self.flipped), threats=int(self.threats)
        )

    @property
    def url(self) -> str:
        return self.address()

    @property
    def addresses(self) -> Addresses:
        """Where its board sends what is done on it."""
        post = self.url
        return Addresses(post, post, self.address("analysis-state"), self.address("analysis-steps"))

    @property
    def first_url(self) -> str:
        """To the start."""
        return self.at(0).url

    @property
    def back_url(self) -> str:
        """To the turn before."""
        return self.at(max(0, self.ply - 1)).url

    @property
    def on_url(self) -> str:
        """To the turn after."""
        return self.at(min(self.last, self.ply + 1)).url

    @property
    def last_url(self) -> str:
        """To the end of the line."""
        return self.at(self.last).url

    @property
    def flip_url(self) -> str:
        """To the same position, seen from the other side."""
        return replace(self, flipped=not self.flipped).url

    @property
    def threats_url(self) -> str:
        """With threats, or without them."""
        return replace(self, threats=not self.threats).url

    @property
    def look_url(self) -> str:
        """Where looks at the position are asked for and read."""
        return self.address("analysis-look")

    @property
    def study_url(self) -> str:
        """Where the line is saved as a study."""
        return self.address("analysis-study")

    @property
    def play_query(self) -> str:
        """What the page of games against the computer is asked, to play on from the shown position."""
        return urlencode({"rules": self.start.rules, "position": self.position.text()})

    @property
    def lay_out_url(self) -> str:
        """Where the shown position is changed by hand."""
        here = Start(self.start.rules, self.start.options, text=self.position.text())
        return analysis_address(here, name="analysis-set-up")


def need_open_line(reader: object, line: AnalysedLine) -> None:
    """Raise `FairPlayRefused` where the reader sits in a running game that goes through the line."""
    need_open_positions(reader, line.start.rules, [*line.positions, *line.judged[1:]])


def rules_or_404(key: str) -> type[Rules]:
    """Rules of games between two."""
    found = all_rules().get(key)
    if found is None or found.seats != TWO_SEATS:
        raise Http404
    return found


def read_start(request: HttpRequest, key: str) -> Start:
    """Where the line of an address starts. What chance lays out is drawn. Raises `BadSetup`."""
    rules = rules_or_404(key)
    setup, handicap, options = (request.GET.get(name, "")[:LONGEST_START] for name in ("setup", "handicap", "options"))
    text = " ".join(request.GET.get("position", "").replace("\0", "")[: LONGEST_POSITION + 1].split())
    if rules.chance is not None and not text and not setup:
        setup = rules.chance.draw(secrets.token_hex(SEED_BYTES))
    names = tuple(sorted(filter(None, options.split(","))))
    start = Start(key, names, "" if text else setup, "" if text else handicap, text)
    position = start.position()
    return replace(start, text=position.text()) if text else start


def read_line(request: HttpRequest, key: str) -> AnalysedLine:
    """The line of an address. Raises `BadSetup` for its start, and Http404 for turns that cannot be played."""
    start = read_start(request, key)
    turns = request.GET.get("turns", "")
    tokens = tuple(turns.split())
    if len(turns) > LONGEST_TURNS or len(tokens) > MOST_TURNS:
        raise Http404
    ply = number_asked(request, "ply")
    if ply is not None and ply > len(tokens):
        raise Http404
    flags = {"flipped": number_asked(request, "flip") == 1, "threats": number_asked(request, "threats") == 1}
    return AnalysedLine(start, _in_official_notation(start, tokens), len(tokens) if ply is None else ply, **flags)


def _in_official_notation(start: Start, tokens: Sequence[str]) -> tuple[str, ...]:
    """The turns of an address, which may be in any notation of the game. Http404 where they cannot be played."""
    position, official = start.position(), list[str]()
    for token in tokens:
        try:
            move = position.parse(token)
        except RuleError:
            raise Http404 from None
        official.append(position.notation(move))
        position = position.play(move)
    return tuple(official)
