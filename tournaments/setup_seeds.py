"""Tells games which draw their set-ups came from."""

from __future__ import annotations

from games.models import Game
from games.setup_seeds import register
from gipf_engine.rules.certificate import SetupSeed
from tournaments.core.setup_draws import ALL_BOARDS, in_force, setup_generator_of
from tournaments.models import Deal, Event, PairedGame


@register
def seed_of_board(game: Game) -> SetupSeed | None:
    """The seed that everybody may see once the round has started. Two queries.

    None for games of no round, and where seeds only say who begins.
    """
    paired = PairedGame.objects.select_related("pairing__round__event").filter(game=game).first()
    if paired is None:
        return None
    round_, event = paired.pairing.round, paired.pairing.round.event
    deals = list(Deal.objects.filter(event=event, round_number=round_.number).order_by("number"))
    deal = in_force(deals, paired.pairing.board)
    if deal is None or setup_generator_of(event) is None:
        return None
    own = event.setups == Event.Setups.BOARD
    return SetupSeed(deal.version, deal.seed, paired.pairing.board if own else ALL_BOARDS)
