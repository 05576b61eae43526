"""Acts on one round at the same moment, by several arbiters and players: each is done whole, or refused with a reason.

The moments at which they begin are drawn from seeds; what must hold in the end holds however they fall.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable

import pytest

from common.journal.models import JournalEntry, Scope
from common.journal.services import Stale
from engine.results import PENDING, VOID
from games.models import Claim, Game
from games.services import ClaimOutcome, GameRefused, claim_result
from players.models import Account
from tests.factories import AccountFactory, ClubFactory, organiser_of
from tests.threads import at_once
from tests.tournaments.confirming import confirmed
from tests.tournaments.factories import decide, entry, game, last_point, running
from tournaments import services
from tournaments.domain.errors import EventRefused
from tournaments.models import Entry, Event, Round, RoundDraft, Slot
from tournaments.services.rounds import RoundOptions

pytestmark = pytest.mark.usefixtures("real_database")
SEEDS = (1, 2, 3)
LONGEST_DELAY = 0.03


def swiss(rounds: int = 1) -> tuple[Event, Account]:
    club = ClubFactory()
    organiser = organiser_of(club)
    names = ("Ada", "Ben", "Cleo", "Dan")
    return running(club, organiser, names, rounds=rounds, format="swiss-dutch", rounds_planned=3), organiser


def raced(seed: int, *works: Callable[[], object]) -> list[object]:
    """Begin all works within a few hundredths of a second, in an order that follows from the seed."""
    draw = random.Random(seed)

    def late(work: Callable[[], object], delay: float) -> Callable[[], object]:
        def run() -> object:
            time.sleep(delay)
            return work()

        return run

    return at_once(*(late(work, draw.uniform(0, LONGEST_DELAY)) for work in works))


def is_whole(event: Event) -> None:
    """The journal has a line for every version, and everybody has one seat in each round."""
    scope = Scope.objects.get(key=event.scope)
    lines = JournalEntry.objects.filter(scope=scope).order_by("version").values_list("version", flat=True)
    assert list(lines) == list(range(1, scope.version + 1))
    everybody = Entry.objects.filter(event=event, withdrawn_after=None).count()
    for round_ in Round.objects.filter(event=event):
        assert Slot.objects.filter(round=round_).count() >= everybody


@pytest.mark.parametrize("seed", SEEDS)
def test_two_pairings_at_once_make_one_round(seed: int) -> None:
    event, organiser = swiss(rounds=0)
    start = [lambda: services.start_round(event.pk, organiser, number=1)] * 3
    done = raced(seed, *start, lambda: services.draft_round(event.pk, organiser, RoundOptions(number=1)))
    made = [each for each in done if isinstance(each, Round | RoundDraft)]
    assert len(made) == 1, done
    assert all(isinstance(each, Stale | EventRefused) for each in done if each not in made), done
    assert Round.objects.filter(event=event).count() + RoundDraft.objects.filter(event=event).count() == 1
    is_whole(event)


@pytest.mark.parametrize("seed", SEEDS)
def test_of_two_results_one_is_in_force_and_both_are_kept(seed: int) -> None:
    event, organiser = swiss()
    made = game(event, "Ada", "Cleo")
    done = raced(
        seed,
        *(
            lambda code=code: claim_result(made.pk, organiser, code, source="desk", role="arbiter", expect=0)
            for code in ("1-0", "0-1")
        ),
    )
    assert all(isinstance(each, ClaimOutcome) for each in done), done
    assert sorted(each.late for each in done if isinstance(each, ClaimOutcome)) == [False, True]
    made.refresh_from_db()
    first = Claim.objects.get(game=made, late=False)
    assert made.result == first.result and Claim.objects.filter(game=made).count() == 2
    is_whole(event)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_result_is_kept_or_its_round_is_a_draft_again(seed: int) -> None:
    event, organiser = swiss()
    made = game(event, "Ada", "Cleo")
    white = AccountFactory(person=made.white)
    claimed, unpublished = raced(
        seed,
        lambda: claim_result(made.pk, white, "1-0", source="page"),
        lambda: services.unpublish_round(event.pk, organiser, 1, reason="too early"),
    )
    if isinstance(unpublished, RoundDraft):
        assert isinstance(claimed, Game.DoesNotExist), claimed
        assert not Round.objects.filter(event=event).exists()
    else:
        assert isinstance(unpublished, EventRefused) and isinstance(claimed, ClaimOutcome), (claimed, unpublished)
        assert Claim.objects.filter(game=made).count() == 1
    is_whole(event)


@pytest.mark.parametrize("seed", SEEDS)
def test_whoever_withdraws_while_a_round_is_paired_does_not_play(seed: int) -> None:
    event, organiser = swiss()
    decide(event, organiser, {("Ada", "Cleo"): "1-0", ("Dan", "Ben"): "1-0"})
    left = entry(event, "Ben")
    paired, withdrawn = raced(
        seed,
        lambda: services.start_round(event.pk, organiser, number=2),
        lambda: services.withdraw(event.pk, organiser, left.pk),
    )
    assert isinstance(paired, Round) and isinstance(withdrawn, Entry), (paired, withdrawn)
    open_games = Game.objects.filter(paired__pairing__round=paired, paired__pairing__slots__entry=left, result=PENDING)
    assert not open_games.exists()
    is_whole(event)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_report_that_meets_an_undo_is_kept_or_told_what_happened(seed: int) -> None:
    event, organiser = swiss()
    made, other = game(event, "Ada", "Cleo"), game(event, "Dan", "Ben")
    decide(event, organiser, {("Dan", "Ben"): "1-0"})
    point, white = last_point(event), AccountFactory(person=made.white)
    claims = Claim.objects.count()
    claimed, undone = raced(
        seed,
        lambda: claim_result(made.pk, white, "1-0", source="page"),
        lambda: confirmed(services.undo, event.pk, organiser, point, reason="a slip"),
    )
    assert isinstance(undone, Event) and not Round.objects.filter(event=event).exists(), undone
    assert isinstance(claimed, ClaimOutcome | GameRefused | Game.DoesNotExist), claimed
    kept = isinstance(claimed, ClaimOutcome)
    assert Claim.objects.filter(game=made, role="white").count() == int(kept)
    assert Claim.objects.count() >= claims + int(kept)
    other.refresh_from_db()
    assert other.result == VOID and other.removed_at is not None
    services.start_round(event.pk, organiser)
    is_whole(event)
