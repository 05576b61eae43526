"""A game as one of its two players sees it: who sits where, the clocks, whose turn it is, and what may be done."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from django.utils.translation import gettext

from common.translation import translate_message
from games.core.labels import handicap_words, rules_name, why
from games.core.queries.page import RecordStep
from games.core.replay import Reached
from games.recordings.queries import numbered_turns
from gipf_engine.clocks import parse_control
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.results import RESULTS
from gipf_engine.rules.base import BLACK
from play.challenges.services.next_games import is_in_series
from play.core.clock_words import ShownClock, clock_words
from play.core.playing import PLIES_TO_BEGIN, GameInPlay, colour_of, from_ms, now_ms
from play.core.services.blocks import is_block_between
from play.core.services.conditional_lines import lines_at
from play.core.setups import hash_of
from play.models import ConditionalLine, OfferKind, OnlineGame
from play.table.queries.series import SeriesScore, series_score
from play.table.services.leavers import claim_time
from players.models import Club, Person
from players.scope_labels import Label, labels

_ENDINGS = {
    OnlineGame.Ending.RESIGNED: _("resigned"),
    OnlineGame.Ending.TIME: _("on time"),
    OnlineGame.Ending.AGREED: _("agreed"),
    OnlineGame.Ending.ABORTED: _("aborted"),
    OnlineGame.Ending.LEFT: _("a player left the game"),
    OnlineGame.Ending.NO_SHOW: _("no first turn was made in time"),
    OnlineGame.Ending.DECIDED: _("decided by the arbiter"),
}

_TAKEN_OUT = _("aborted: removed from its round by the arbiter")


@dataclass(frozen=True)
class Words:
    """What is said of an offer: on its button, to the one who receives it, to its maker, and the two answers."""

    kind: OfferKind
    button: Message
    received: Message
    made: Message
    agree: Message
    decline: Message

    @property
    def key(self) -> str:
        return self.kind.value


OFFERS = {
    words.kind: words
    for words in (
        Words(
            OfferKind.DRAW,
            Message(_("Offer a draw")),
            Message(_("Your opponent offers a draw.")),
            Message(_("You have offered a draw.")),
            Message(_("Agree to a draw")),
            Message(_("Play on")),
        ),
        Words(
            OfferKind.TAKEBACK,
            Message(_("Ask for a takeback")),
            Message(_("Your opponent requests a takeback.")),
            Message(_("You requested a takeback.")),
            Message(_("Accept the takeback")),
            Message(_("Decline")),
        ),
        Words(
            OfferKind.ADJOURN,
            Message(_("Offer to adjourn")),
            Message(_("Your opponent offers to adjourn the game.")),
            Message(_("You have offered to adjourn the game.")),
            Message(_("Adjourn")),
            Message(_("Play on")),
        ),
        Words(
            OfferKind.RESUME,
            Message(_("Resume the game")),
            Message(_("Your opponent wants to resume the game.")),
            Message(_("You have asked to resume the game.")),
            Message(_("Resume")),
            Message(_("Not now")),
        ),
        Words(
            OfferKind.REMATCH,
            Message(_("Rematch")),
            Message(_("Your opponent offers a rematch.")),
            Message(_("You have offered a rematch.")),
            Message(_("Accept the rematch")),
            Message(_("Decline")),
        ),
    )
}


@dataclass(frozen=True)
class Offerable:
    """What can be offered once `from_ply` turns were made: its button is hidden until then (static/js/playing.js)."""

    words: Words
    from_ply: int
    is_open: bool


@dataclass(frozen=True)
class PlayerSide(ShownClock):
    """One player beside the board; `remaining` are the milliseconds on the clock, which `runs` or does not.

    `vacation` is the one that he is on, or the next one: from when until when.
    """

    person: Person
    seat: int
    has: str
    remaining: int
    runs: bool
    is_turn: bool
    vacation: tuple[datetime, datetime] | None = None

    @property
    def colour(self) -> str:
        return colour_of(self.seat)


@dataclass(frozen=True)
class TableOfTwo:
    """The game from one seat."""

    game: GameInPlay
    seat: int

    plies_to_begin = PLIES_TO_BEGIN

    @property
    def is_flipped(self) -> bool:
        """Black sits on the other side of the board."""
        return self.seat == BLACK

    @property
    def is_running(self) -> bool:
        """Whether turns can still be made."""
        return not self.game.is_over

    @property
    def is_turn(self) -> bool:
        """Whether it is this player's turn."""
        return self.game.to_move == self.seat

    @property
    def locked(self) -> str:
        """Why this player cannot touch the board now; "" where it is his turn."""
        if self.game.is_over:
            return gettext("The game is over.")
        if self.game.is_adjourned:
            return gettext("Game adjourned.")
        return "" if self.is_turn else gettext("Your opponent is to move.")

    @property
    def is_correspondence(self) -> bool:
        """Whether the clock gives days for each turn."""
        return not self.game.clock.control.is_real_time

    @cached_property
    def own_lines(self) -> Sequence[ConditionalLine]:
        """The conditional turns that this player, and no one else, has stored and reads."""
        return lines_at(self.game.game, self.seat) if self.is_correspondence and self.is_running else ()

    @property
    def may_premove(self) -> bool:
        """Whether this player may choose a turn ahead, which the browser sends when it can be made: in real time."""
        return not (self.game.is_over or self.game.is_adjourned) and self.game.clock.control.is_real_time

    @property
    def ahead(self) -> Reached | None:
        """The board as if it were this player's turn, while it is the opponent's; None where none is chosen ahead."""
        if self.is_turn or not self.may_premove:
            return None
        position = self.game.running.reached.position.with_other_to_move()
        return None if position is None else Reached(position, None)

    @property
    def title(self) -> str:
        """The title of the page: whose turn it is, before all else."""
        if self.game.is_over:
            return f"{self.result} · {self._player_names}"
        if self.game.is_adjourned:
            return f"{gettext('Adjourned')} · {self._player_names}"
        return self.title_of_turn if self.is_turn else self.title_of_waiting

    @property
    def title_of_turn(self) -> str:
        """The title where it is this player's turn."""
        return f"● {gettext('Your turn')} · {self._player_names}"

    @property
    def title_of_waiting(self) -> str:
        """The title where it is not."""
        return f"{gettext('Waiting')} · {self._player_names}"

    @property
    def _player_names(self) -> str:
        return f"{self.you.person.shown_name} – {self.opponent.person.shown_name}"

    @property
    def rules_name(self) -> Message:
        return rules_name(self.game.game.rules)

    @cached_property
    def event(self) -> Label | None:
        """The event that paired the game."""
        key = self.game.game.parent_scope.key
        return labels([key])[key] if self.game.in_event else None

    @property
    def control(self) -> Message:
        return parse_control(self.game.online.control).explain()

    @property
    def setup_hash(self) -> str:
        """The hash of the seed of its set-up, which was shown before it began; "" for none."""
        return hash_of(self.game.game.rules, self.game.online.seed)

    @cached_property
    def series(self) -> SeriesScore | None:
        """The series that it belongs to, as it stands."""
        return series_score(self.game.online)

    @property
    def is_against_program(self) -> bool:
        """Whether the opponent is a program of this server."""
        return self.opponent.person.program_level is not None

    @cached_property
    def house_player_club(self) -> Club | None:
        """The club whose house player the opponent is; None for anyone else. A query for a house player alone."""
        if not self.is_against_program or self.opponent.person.is_guest:
            return None
        return Club.objects.filter(house_players=self.opponent.person.pk).first()

    @property
    def _is_rated_with_house_player(self) -> bool:
        return self.house_player_club is not None and self.game.game.rated

    @property
    def series_goes_on(self) -> bool:
        """Whether another game of the series will begin when this one is over, and can be called off here."""
        series = self.series
        return series is not None and not series.has_ended and series.number < series.length and not self.next_game

    @property
    def next_game(self) -> int | None:
        """The game that followed: a rematch, or the next one of the series."""
        return self.game.online.rematch_id

    @property
    def own_points(self) -> int:
        """This player's points in the series, in tenths; there is one."""
        return self.series.of(self.seat) if self.series else 0

    @property
    def opponents_points(self) -> int:
        """The opponent's points in the series, in tenths; 0 without a series."""
        return self.series.of(1 - self.seat) if self.series else 0

    @property
    def rematch_hash(self) -> str:
        """The hash of the seed that lays the rematch out, if one is offered; "" for none."""
        return hash_of(self.game.game.rules, self.game.online.rematch_seed)

    @property
    def handicap(self) -> Message | None:
        """Its handicap in words."""
        return handicap_words(self.game.game.rules, self.game.game.handicap)

    @cached_property
    def you(self) -> PlayerSide:
        return self._side(self.seat)

    @cached_property
    def opponent(self) -> PlayerSide:
        return self._side(1 - self.seat)

    @property
    def sides(self) -> tuple[PlayerSide, PlayerSide]:
        return self.opponent, self.you

    @property
    def turns(self) -> Sequence[tuple[int, list[RecordStep]]]:
        """The turns so far under their numbers."""
        return numbered_turns(self.game.running)

    @property
    def result(self) -> str:
        """How the game ended: "0-1, White had no piece left in the reserve", "1-0, resigned"."""
        label = RESULTS[self.game.game.result].label
        if self.game.is_over and self.game.online.ending == OnlineGame.Ending.RULES:
            return f"{label}, {self._reason}"
        words = _ENDINGS.get(OnlineGame.Ending(self.game.online.ending)) if self.game.is_over else None
        if self.game.in_event and self.game.online.ending == OnlineGame.Ending.ABORTED:
            words = _TAKEN_OUT
        return f"{label}, {gettext(words)}" if words else label

    @property
    def _reason(self) -> str:
        """Why the rules ended the game."""
        position, game = self.game.running.reached.position, self.game.game
        outcome = position.outcome
        return "" if outcome is None else translate_message(why(game.rules, game.options, outcome))

    @property
    def is_won(self) -> bool | None:
        """Whether this player has won; None for a draw, and for what counts for no one."""
        outcome = RESULTS[self.game.game.result].outcome(colour_of(self.seat))
        return {"win": True, "loss": False}.get(outcome.value) if outcome is not None else None

    @property
    def offered(self) -> Words | None:
        """What the opponent offers, and how it is answered."""
        return OFFERS[OfferKind(self.game.offer)] if self.game.offer_by == colour_of(1 - self.seat) else None

    @property
    def own_offer(self) -> Words | None:
        """What this player offers, and waits for an answer to."""
        return OFFERS[OfferKind(self.game.offer)] if self.game.offer_by == colour_of(self.seat) else None

    @cached_property
    def may_meet_again(self) -> bool:
        """Whether neither of the two has blocked the other: else no rematch and no challenge is offered."""
        return not is_block_between(self.you.person, self.opponent.person)

    @property
    def may_offer(self) -> Sequence[Offerable]:
        """What this player can offer, now or after the first turns. Where there is an offer, that is answered first."""
        if self.game.offer:
            return []
        return [Offerable(OFFERS[kind], ply, is_open=self.game.plies >= ply) for kind, ply in self._kinds()]

    def _kinds(self) -> Iterator[tuple[OfferKind, int]]:
        """What can be offered, and from how many turns on."""
        game = self.game
        if game.is_over and not self.may_meet_again:
            return
        if game.is_over:
            may_go_on = game.online.rematch_id is None and game.has_begun and not game.in_event
            may_go_on = may_go_on and self.house_player_club is None
            if may_go_on and not is_in_series(game) and game.online.offer_by != colour_of(self.seat):
                yield OfferKind.REMATCH, 0
        elif game.is_adjourned:
            yield OfferKind.RESUME, 0
        else:
            if game.can_be_drawn and not self.is_against_program:
                yield OfferKind.DRAW, PLIES_TO_BEGIN
            if self._is_rated_with_house_player:
                return
            if not game.in_event:
                yield OfferKind.TAKEBACK, PLIES_TO_BEGIN + 1
            if not game.in_event and game.clock.control.is_real_time:
                yield OfferKind.ADJOURN, PLIES_TO_BEGIN

    @cached_property
    def claim_in(self) -> int | None:
        """In how many milliseconds the game may be claimed, since the opponent is away; None where he is not."""
        return claim_time(self.game, self.seat)

    @property
    def opponent_state(self) -> str:
        """ "here", "away", or "left": then the game may be claimed."""
        return "here" if self.claim_in is None else "away" if self.claim_in else "left"

    def _side(self, seat: int) -> PlayerSide:
        game = self.game
        person = game.game.white if seat == 0 else game.game.black
        is_turn, remaining = game.to_move == seat, game.remaining(now_ms())[seat]
        has = [translate_message(message) for message in game.running.frame.has(seat)]
        if is_turn and not game.clock.control.is_real_time:
            has.append(turn_words(remaining, game.clock.sides[seat].budget.main))
        return PlayerSide(
            person=person.merged_into or person,
            seat=seat,
            has=" · ".join(has),
            remaining=remaining,
            runs=is_turn and not game.clock.pauses and game.stands_until is None,
            is_turn=is_turn,
            vacation=None if game.is_over else self._vacation(seat),
        )

    def _vacation(self, seat: int) -> tuple[datetime, datetime] | None:
        now = now_ms()
        ahead = sorted(each for each in self.game.clock.sides[seat].calendar.vacations if each[1] > now)
        return (from_ms(ahead[0][0]), from_ms(ahead[0][1])) if ahead else None


def turn_words(remaining: int, reserve: int) -> str:
    """How much of what a clock shows is for this turn, by correspondence: the rest is for all turns to come, too."""
    rest = {"turn": clock_words(remaining - reserve), "rest": clock_words(min(remaining, reserve))}
    if remaining <= reserve:
        return gettext("The time of this turn is over: %(rest)s for the rest of the game") % rest
    return gettext("%(turn)s for this turn, then %(rest)s for the rest of the game") % rest
