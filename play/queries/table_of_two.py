"""A game as one of its two players sees it: who sits where, the clocks, whose turn it is, and what may be done."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from django.utils.translation import gettext, ngettext

from common.translation import translate_message
from engine.clocks import parse_control
from engine.messages import Message
from engine.messages import gettext_noop as _
from engine.results import RESULTS
from engine.rules.base import BLACK
from games.labels import rules_name
from games.queries import numbered_turns
from games.queries.page import Step
from play.models import OnlineGame
from play.playing import GameInPlay, colour_of, now_ms
from players.models import Person

DAY = 86_400_000
WORDS_FROM = 2 * DAY
"""A clock with so much time or more shows days."""
_ENDINGS = {
    OnlineGame.Ending.RESIGNED: _("resigned"),
    OnlineGame.Ending.TIME: _("on time"),
    OnlineGame.Ending.AGREED: _("agreed"),
    OnlineGame.Ending.ABORTED: _("aborted"),
}


@dataclass(frozen=True)
class PlayerSide:
    """One player beside the board; `remaining` are the milliseconds on the clock, which `runs` or does not."""

    person: Person
    seat: int
    has: str
    remaining: int
    runs: bool
    is_turn: bool

    @property
    def colour(self) -> str:
        return colour_of(self.seat)

    @property
    def clock(self) -> str:
        """What the clock shows without a script."""
        return clock_words(self.remaining)

    @property
    def is_digital(self) -> bool:
        """Whether the clock shows hours, minutes and seconds, and no days."""
        return self.remaining < WORDS_FROM


@dataclass(frozen=True)
class TableOfTwo:
    """The game from one seat."""

    game: GameInPlay
    seat: int

    @property
    def is_flipped(self) -> bool:
        """Black sits on the other side of the board."""
        return self.seat == BLACK

    @property
    def is_turn(self) -> bool:
        """Whether it is this player's turn."""
        return self.game.to_move == self.seat

    @property
    def locked(self) -> str:
        """Why this player cannot touch the board now; "" where it is his turn."""
        if self.game.is_over:
            return gettext("The game is over.")
        return "" if self.is_turn else gettext("Your opponent is to move.")

    @property
    def title(self) -> str:
        """The title of the page: whose turn it is, before all else."""
        names = f"{self.you.person.name} – {self.opponent.person.name}"
        if self.game.is_over:
            return f"{self.result} · {names}"
        return f"● {gettext('Your turn')} · {names}" if self.is_turn else f"{gettext('Waiting')} · {names}"

    @property
    def rules_name(self) -> Message:
        return rules_name(self.game.game.rules)

    @property
    def control(self) -> Message:
        return parse_control(self.game.online.control).explain()

    @cached_property
    def you(self) -> PlayerSide:
        return self._side(self.seat)

    @cached_property
    def opponent(self) -> PlayerSide:
        return self._side(1 - self.seat)

    @property
    def turns(self) -> Sequence[tuple[int, list[Step]]]:
        """The turns so far under their numbers."""
        return numbered_turns(self.game.running)

    @property
    def result(self) -> str:
        """How the game ended: "0-1", "1-0, resigned"."""
        label = RESULTS[self.game.game.result].label
        words = _ENDINGS.get(OnlineGame.Ending(self.game.online.ending)) if self.game.is_over else None
        return f"{label}, {gettext(words)}" if words else label

    @property
    def is_won(self) -> bool | None:
        """Whether this player has won; None for a draw, and for what counts for nobody."""
        outcome = RESULTS[self.game.game.result].outcome(colour_of(self.seat))
        return {"win": True, "loss": False}.get(outcome.value) if outcome is not None else None

    @property
    def draw_is_offered(self) -> bool:
        """Whether the opponent waits for an answer to an offer."""
        return self.game.draw_offer == colour_of(1 - self.seat)

    @property
    def has_offered_draw(self) -> bool:
        return self.game.draw_offer == colour_of(self.seat)

    def _side(self, seat: int) -> PlayerSide:
        game = self.game
        person = game.game.white if seat == 0 else game.game.black
        has = " · ".join(translate_message(told) for told in game.running.frame.has(seat))
        is_turn = game.to_move == seat
        return PlayerSide(
            person=person.merged_into or person,
            seat=seat,
            has=has,
            remaining=game.remaining(now_ms())[seat],
            runs=is_turn and not game.clock.pauses,
            is_turn=is_turn,
        )


def clock_words(milliseconds: int) -> str:
    """A clock without a script: "9:58", "1:02:03"; from two days on "3 days"."""
    if milliseconds >= WORDS_FROM:
        days = milliseconds // DAY
        return ngettext("%(count)d day", "%(count)d days", days) % {"count": days}
    minutes, seconds = divmod(milliseconds // 1000, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"
