"""The links of seats: whether one is good, what its page shows, and the slips of a round that they are printed on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass

from django.db.models import Exists, OuterRef, Q

from games.core.labels import rules_name
from games.models import Game
from games.results.services.stated import stated_results
from gipf_engine.claims import ClaimState, Standing, counting_claim, standing
from gipf_engine.messages import Message, Refused
from gipf_engine.messages import gettext_noop as _
from gipf_engine.results import PENDING
from gipf_engine.rules.possible_results import PossibleResults, possible_results
from tournaments.core.formats import is_for_teams
from tournaments.models import Event, PairedGame, RevokedSeatLink, Round, TeamMember
from tournaments.results.seat_links import BLACK, SEATS, WHITE, SeatLink, make_token, parse_token

NOT_A_LINK = _("This link is invalid or was revoked. Ask the arbiter for a new result slip.")
ROUND_IS_OVER = _("Round %(round)d is closed, so this link no longer works. The arbiter can still correct the result.")


class LinkDead(Refused):
    """The link of a seat does not work, or not any more. `is_signed`: it did once."""

    at_a_form = False

    def __init__(self, message: Message, *, is_signed: bool = False) -> None:
        super().__init__(message)
        self.is_signed = is_signed


def check_link(link: SeatLink | None, game: Game | None) -> PairedGame:
    """Where the game of a good link is paired; LinkDead for every other. Three queries.

    A link works while its round is the last and is not locked, and the event is running.
    """
    good = link is not None and game is not None and game.removed_at is None and link.is_signed_for(game)
    place = PairedGame.objects.filter(game=game).select_related("pairing__round__event").first() if good else None
    if link is None or place is None or _revoked(link) != link.number:
        raise LinkDead(Message(NOT_A_LINK), is_signed=place is not None)
    round_ = place.pairing.round
    is_over = round_.locked or round_.event.state != Event.State.RUNNING
    if is_over or Round.objects.filter(event=round_.event_id, number__gt=round_.number).exists():
        raise LinkDead(Message(ROUND_IS_OVER, {"round": round_.number}), is_signed=True)
    return place


def _revoked(link: SeatLink) -> int:
    return RevokedSeatLink.objects.filter(game=link.game, seat=link.seat).count()


@dataclass(frozen=True, slots=True)
class SeatPage:
    """What the page of a link shows: the game, where it is paired, what its seat said last ("": nothing)."""

    game: Game
    place: PairedGame
    seat: str
    reported: str
    standing: Standing

    @property
    def event(self) -> Event:
        return self.place.pairing.round.event

    @property
    def is_disputed(self) -> bool:
        return self.standing.state is ClaimState.DISPUTED

    @property
    def possible(self) -> PossibleResults:
        return possible_results(self.game)

    @property
    def game_name(self) -> Message:
        """What is played there."""
        return rules_name(self.game.rules)

    @property
    def player(self) -> str:
        """Who sits there, by the name of today."""
        return _player_name(self.game, self.seat)

    @property
    def opponent(self) -> str:
        return _player_name(self.game, next(seat for seat in SEATS if seat != self.seat))

    @property
    def white(self) -> str:
        return _player_name(self.game, WHITE)

    @property
    def black(self) -> str:
        return _player_name(self.game, next(seat for seat in SEATS if seat != WHITE))


def _player_name(game: Game, seat: str) -> str:
    person = game.white if seat == WHITE else game.black
    return (person.merged_into or person).name


def seat_page(token: str) -> SeatPage:
    """The game that a link is for. LinkDead where it does not work. Five queries."""
    link = parse_token(token)
    shown = Game.objects.filter(pk=link.game, parent_scope__hidden=False) if link else Game.objects.none()
    game = shown.select_related("white__merged_into", "black__merged_into", "club").first()
    place = check_link(link, game)
    assert link is not None and game is not None
    claims = stated_results(game.pk)
    own = counting_claim(claims, link.seat)
    return SeatPage(game, place, link.seat, own.result if own else "", standing(claims))


@dataclass(frozen=True, slots=True)
class Slip:
    """A slip for one seat of a game: the token of its link, who sits there, and the code of the result in force.

    `team` and `other_team` are those of the two, "" where players do not play for teams.
    """

    game: int
    board: int
    leg: int
    seat: str
    name: str
    opponent: str
    token: str
    result: str
    team: str = ""
    other_team: str = ""
    rules: str = ""
    is_choice_open: bool = False

    @property
    def game_name(self) -> Message:
        """What is played on the board."""
        return rules_name(self.rules)


def slips_of(round_: Round) -> list[tuple[Slip, Slip]]:
    """The slips of White and Black for each game of a round that is played over the board. Three queries at most."""
    places = PairedGame.objects.filter(pairing__round=round_, game__online=False).order_by("pairing__board", "leg")
    found = places.select_related("pairing", "game__white__merged_into", "game__black__merged_into")
    revoked = Counter(RevokedSeatLink.objects.filter(event=round_.event_id).values_list("game", "seat"))
    teams = _teams_of_people(round_.event) if is_for_teams(round_.event.format) else {}
    return [(_slip(place, "white", revoked, teams), _slip(place, "black", revoked, teams)) for place in found]


def _teams_of_people(event: Event) -> dict[int, str]:
    """By person (the id that was entered) the name of the team."""
    return dict(TeamMember.objects.filter(team__event=event).values_list("entry__members__person", "team__name"))


def _slip(
    place: PairedGame, seat: str, revoked: Counter[tuple[int, str]], teams: Mapping[int, str] | None = None
) -> Slip:
    game = place.game
    other = next(each for each in SEATS if each != seat)
    token = make_token(game, seat, revoked[game.pk, seat])
    is_open = game.result_locked and game.result == PENDING
    names = _player_name(game, seat), _player_name(game, other)
    people = (game.white_id, game.black_id) if seat == "white" else (game.black_id, game.white_id)
    own, others = ((teams or {}).get(person, "") for person in people)
    board, leg = place.pairing.board, place.leg
    return Slip(game.pk, board, leg, seat, *names, token, game.result, own, others, game.rules, is_open)


def slips_of_people(events: Collection[int], people: Collection[int]) -> dict[int, list[Slip]]:
    """The seats of these persons (ids as they were entered) whose links work now, by event. Two queries."""
    last = Round.objects.filter(event=OuterRef("event"), number__gt=OuterRef("number"))
    rounds = Round.objects.filter(~Exists(last), event__in=events, locked=False, event__state=Event.State.RUNNING)
    seated = Q(game__white__in=people) | Q(game__black__in=people)
    places = PairedGame.objects.filter(
        seated, pairing__round__in=rounds, game__online=False, game__removed_at=None
    ).order_by("pairing__board", "leg")
    found = places.select_related("pairing__round", "game__white__merged_into", "game__black__merged_into")
    revoked = Counter(RevokedSeatLink.objects.filter(event__in=events).values_list("game", "seat"))
    slips: dict[int, list[Slip]] = {}
    for place in found:
        seat = WHITE if place.game.white_id in people else BLACK
        slips.setdefault(place.pairing.round.event_id, []).append(_slip(place, seat, revoked))
    return slips
