"""What overtakes what in a game in play: a turn another position or clock, what a page asks for another position."""

from __future__ import annotations

import pytest

from common.journal.acts import Act, acts_in
from play.challenges.acts import BeginNextGame, BeginRematch, EndSeries, LeaveSeries
from play.clocks.acts import GiveTimeBack, MoveDeadline
from play.core.acts import Adjourn, EndGame, FromPosition
from play.games.acts import BeginGame, LayOutGame, PlayTurn, Resume
from play.models import OfferKind
from play.table.acts import DECLINES, OFFERS, AllowTakeback

BESIDE_PLAY = [*OFFERS.values(), *DECLINES.values(), BeginRematch, BeginNextGame, LeaveSeries, EndSeries]
OF_CLOCKS = [GiveTimeBack, MoveDeadline, Adjourn, Resume]
OF_POSITIONS = [BeginGame, LayOutGame, PlayTurn, AllowTakeback, EndGame]


@pytest.mark.parametrize(
    ("acts", "from_position", "turn"),
    [(BESIDE_PLAY, False, False), (OF_CLOCKS, False, True), (OF_POSITIONS, True, True)],
)
def test_what_overtakes_a_page_and_a_turn(acts: list[type[Act]], from_position: bool, turn: bool) -> None:
    for act in acts:
        assert FromPosition.is_overtaken_by(act, {}, {}) is from_position, act.name
        assert PlayTurn.is_overtaken_by(act, {}, {}) is turn, act.name


def test_what_no_code_does_any_more_overtakes_both() -> None:
    assert FromPosition.is_overtaken_by(None, {}, {}) and PlayTurn.is_overtaken_by(None, {}, {})


def test_every_kind_of_offer_is_made_and_declined() -> None:
    assert {kind: act.name for kind, act in OFFERS.items()} == {kind: f"offer-{kind.value}" for kind in OfferKind}
    assert {kind: act.name for kind, act in DECLINES.items()} == {kind: f"decline-{kind.value}" for kind in OfferKind}
    assert {*BESIDE_PLAY, *OF_CLOCKS, *OF_POSITIONS} <= set(acts_in("game"))


@pytest.mark.parametrize("kind", ["lobby", "chat", "moderation", "game", "practice", "day", "pool", "rated-games"])
def test_the_journal_can_put_every_act_into_words(kind: str) -> None:
    assert list(acts_in(kind)) and all(act.sentence for act in acts_in(kind))
