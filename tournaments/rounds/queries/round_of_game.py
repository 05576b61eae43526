"""What games ask about the round in which one of them was played."""

from __future__ import annotations

from django.urls import reverse

from games.core.questions import RoundGames, RoundOf, SeedOf
from gipf_engine.rules.certificate import SetupSeed
from tournaments.core.setup_draws import ALL_BOARDS, in_force, setup_generator_of
from tournaments.models import Deal, Event, PairedGame


def games_of_round(asked: RoundOf) -> RoundGames | None:
    """The games of the round of one, board by board. Two queries."""
    found = PairedGame.objects.filter(game=asked.game).values_list("pairing__round", "pairing__round__number").first()
    if found is None:
        return None
    round_id, number = found
    games = PairedGame.objects.filter(pairing__round=round_id).order_by("pairing__board", "leg")
    event = int(asked.game.occasion.key.partition(":")[2])
    return RoundGames(number, reverse("event-round", args=[event, number]), tuple(games.values_list("game", flat=True)))


def seed_of_board(asked: SeedOf) -> SetupSeed | None:
    """The seed that everybody may see once the round has started. Two queries.

    None for games of no round, and where seeds only say who begins.
    """
    paired = PairedGame.objects.select_related("pairing__round__event").filter(game=asked.game).first()
    if paired is None:
        return None
    round_, event = paired.pairing.round, paired.pairing.round.event
    deals = list(Deal.objects.filter(event=event, round_number=round_.number).order_by("number"))
    deal = in_force(deals, paired.pairing.board)
    if deal is None or setup_generator_of(event) is None:
        return None
    own = event.setups == Event.Setups.BOARD
    return SetupSeed(deal.version, deal.seed, paired.pairing.board if own else ALL_BOARDS)
