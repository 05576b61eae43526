"""Which results of an event that wants two persons for each were entered by one alone.

A result that an arbiter or scorer entered is provisional until another one verifies it (`VerifiedResult`) or enters the
same. What both players reported, and what the server's board saw, needs no one at the desk.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from games.models import Claim, Claimant
from games.results.services.stated import DOES_NOT_COUNT
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.results import PENDING
from players.models import Account
from tournaments.models import Event, PairedGame, VerifiedResult


@dataclass(frozen=True, slots=True)
class Provisional:
    """A result that one person entered. `earlier` is the other value that another person had entered, "" for none.

    `claim` is the number of the decision, `account` whose it is, `by` and `earlier_by` are their sign-in names.
    """

    game: int
    round: int
    board: int
    white: str
    black: str
    claim: int
    result: str
    account: int | None
    by: str
    earlier: str = ""
    earlier_by: str = ""

    @property
    def message(self) -> Message:
        """That it is not verified, as reasons put it."""
        return Message(_("round %(round)s, board %(board)s: not verified"), {"round": self.round, "board": self.board})


def provisional_results(event: Event) -> list[Provisional]:
    """Those of the event, by round and board, the ones with two values first. None where one person is enough."""
    if not event.two_persons:
        return []
    places = PairedGame.objects.filter(pairing__round__event=event).exclude(game__result=PENDING)
    known = places.select_related("pairing__round", "game__white__merged_into", "game__black__merged_into")
    by_game = {place.game_id: place for place in known}
    found = list(_single(by_game, _decisions(list(by_game))))
    return sorted(found, key=lambda each: (not each.earlier, each.round, each.board, each.game))


def _decisions(games: Sequence[int]) -> dict[int, list[Claim]]:
    """By game what people at the desk have decided and what counts, the latest last."""
    said = Claim.objects.filter(game__in=games, role=Claimant.ARBITER).exclude(DOES_NOT_COUNT)
    rows = said.order_by("game", "number")
    return {game: list(claims) for game, claims in groupby(rows, key=lambda claim: claim.game_id)}


def _single(places: dict[int, PairedGame], decisions: dict[int, list[Claim]]) -> Iterator[Provisional]:
    people = {claim.account for claims in decisions.values() for claim in claims if claim.account is not None}
    verified = set(VerifiedResult.objects.filter(claim__game__in=decisions).values_list("claim", flat=True))
    names = dict(Account.objects.filter(pk__in=people).values_list("pk", "username"))
    for game, claims in decisions.items():
        latest, place = claims[-1], places[game]
        others = [claim for claim in claims[:-1] if claim.account != latest.account]
        agrees = bool(others) and others[-1].result == latest.result
        if latest.result != place.game.result or agrees or latest.pk in verified:
            continue
        other = others[-1] if others and others[-1].result != PENDING else None
        white, black = ((each.merged_into or each).name for each in (place.game.white, place.game.black))
        yield Provisional(
            game,
            place.pairing.round.number,
            place.pairing.board,
            white,
            black,
            latest.number,
            latest.result,
            latest.account,
            names.get(latest.account or 0, "–"),
            other.result if other else "",
            names.get(other.account or 0, "–") if other else "",
        )
