"""Reporting a result by the link of a seat, and revoking such links."""

from __future__ import annotations

from games.models import Claimant, Game, Source
from games.results.services.results import ClaimOutcome, claim_from_seat
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from players.models import Account
from tournaments.core.errors import EventRefused
from tournaments.core.services.base import State, event_act, need_state
from tournaments.models import PairedGame, RevokedSeatLink
from tournaments.results.acts import RevokeSeatLink
from tournaments.results.queries.seat_links import NOT_A_LINK, LinkDead, check_link
from tournaments.results.seat_links import SEATS, parse_token


def report_by_link(token: str, result: str, *, words: str = "") -> ClaimOutcome:
    """Keep what the holder of a seat's link says of its game, as a claim like any other; `words` are shown beside it.

    Whether the link is good is looked at under the event's lock: a round that closes, or is a draft again, at the same
    moment comes before or after. Raises LinkDead and `games.core.services.errors.ClaimRefused`.
    """
    link = parse_token(token)
    if link is None:
        raise LinkDead(Message(NOT_A_LINK))

    def speaks_as(game: Game) -> Claimant:
        check_link(link, game)
        return Claimant(link.seat)

    try:
        return claim_from_seat(link.game, speaks_as, result, source=Source.LINK, reason=words)
    except Game.DoesNotExist:
        raise LinkDead(Message(NOT_A_LINK)) from None


def revoke_link(event_id: int, actor: Account, game_id: int, seat: str) -> None:
    """Let the link of a seat work no more; its slip, printed again, has a new one. What was reported by it stands.

    Raises NotAllowed, EventRefused (no such seat, or the event is not running) and PairedGame.DoesNotExist.
    """
    with event_act(event_id, actor, RevokeSeatLink, game=game_id, seat=seat) as doing:
        need_state(doing.event, State.RUNNING)
        if seat not in SEATS:
            raise EventRefused(Message(_("This seat does not exist.")), field="seat")
        PairedGame.objects.get(game=game_id, pairing__round__event=doing.event)
        number = RevokedSeatLink.objects.filter(game=game_id, seat=seat).count()
        RevokedSeatLink.objects.create(event=doing.event, game=game_id, seat=seat, number=number)
