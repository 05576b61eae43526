"""Acts on one round at the same moment, in processes of one server: each is done whole, or refused with a reason.

The moments at which they begin are drawn from seeds; what must hold in the end holds however they fall.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from functools import partial

import pytest
from django.db import connection

from common.journal.models import JournalEntry, Scope
from common.journal.services import Stale
from games.core.services.errors import ClaimRefused, GameRefused
from games.models import Claim, Game
from games.results.services.results import ClaimOutcome, claim_result
from games.results.services.undo_decision import undo_decision
from gipf_engine.results import PENDING, VOID
from players.models import Account
from testing.factories import AccountFactory, ClubFactory, organiser_of
from testing.tournaments.confirming import confirmed
from testing.tournaments.factories import decide, entry, game, last_point, running
from tests.forks import at_one_database
from tournaments.core.errors import EventRefused
from tournaments.entries.services import leaving
from tournaments.events.services import lifecycle, undo
from tournaments.models import Entry, Event, Pairing, Round, RoundDraft, Slot
from tournaments.results.queries.seat_links import LinkDead
from tournaments.results.seat_links import make_token
from tournaments.results.services import seat_links
from tournaments.rounds.services import round_changes, round_drafts
from tournaments.rounds.services import rounds as rounds_services
from tournaments.rounds.services.round_layouts import Layout, lay_out_round
from tournaments.rounds.services.rounds import RoundOptions

pytestmark = [pytest.mark.usefixtures("real_database"), pytest.mark.postgresql]
SEEDS = (1, 2, 3) if connection.vendor == "postgresql" else (1, 2)
"""On SQLite one writes after the other: with the first two either comes first."""
LONGEST_DELAY = 0.03


def swiss(rounds: int = 1) -> tuple[Event, Account]:
    club = ClubFactory()
    organiser = organiser_of(club)
    names = ("Ada", "Ben", "Cleo", "Dan")
    return running(club, organiser, names, rounds=rounds, format="swiss-dutch", rounds_planned=3), organiser


def raced(seed: int, *works: Callable[[], object]) -> list[type]:
    """Begin all works within a few hundredths of a second, in an order that follows from the seed.

    Of what each returned or raised its type is told: not every exception can be sent from a process to another.
    """
    draw = random.Random(seed)

    def late(work: Callable[[], object], delay: float) -> Callable[[], type]:
        def run() -> type:
            time.sleep(delay)
            try:
                return type(work())
            except Exception as error:
                return type(error)

        return run

    return at_one_database(*(late(work, draw.uniform(0, LONGEST_DELAY)) for work in works))


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
    start = [lambda: rounds_services.start_round(event.pk, organiser, number=1)] * 3
    done = raced(seed, *start, lambda: round_drafts.draft_round(event.pk, organiser, RoundOptions(number=1)))
    made = [each for each in done if each in (Round, RoundDraft)]
    assert len(made) == 1, done
    assert all(each in (Stale, EventRefused) for each in done if each not in made), done
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
    assert done == [ClaimOutcome, ClaimOutcome]
    made.refresh_from_db()
    claims = Claim.objects.filter(game=made).order_by("number")
    assert list(claims.values_list("number", "late")) == [(1, False), (2, True)]
    assert made.result == claims[0].result
    is_whole(event)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_result_is_kept_or_its_round_is_a_draft_again(seed: int) -> None:
    event, organiser = swiss()
    made = game(event, "Ada", "Cleo")
    white = AccountFactory(person=made.white)
    claimed, unpublished = raced(
        seed,
        lambda: claim_result(made.pk, white, "1-0", source="page"),
        lambda: round_drafts.unpublish_round(event.pk, organiser, 1, reason="too early"),
    )
    if unpublished is RoundDraft:
        assert claimed is Game.DoesNotExist, claimed
        assert not Round.objects.filter(event=event).exists()
    else:
        assert (unpublished, claimed) == (EventRefused, ClaimOutcome)
        assert Claim.objects.filter(game=made).count() == 1
    is_whole(event)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_report_by_link_is_kept_or_its_round_is_a_draft_again(seed: int) -> None:
    event, organiser = swiss()
    made = game(event, "Ada", "Cleo")
    reported, unpublished = raced(
        seed,
        lambda: seat_links.report_by_link(make_token(made, "white", 0), "1-0"),
        lambda: round_drafts.unpublish_round(event.pk, organiser, 1, reason="too early"),
    )
    assert (reported, unpublished) in ((ClaimOutcome, EventRefused), (LinkDead, RoundDraft))
    assert Claim.objects.count() == int(reported is ClaimOutcome)
    is_whole(event)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_report_by_link_comes_before_its_round_closes_or_not_at_all(seed: int) -> None:
    event, organiser = swiss()
    decide(event, organiser, {("Ada", "Cleo"): "1-0", ("Dan", "Ben"): "1-0"})
    made = game(event, "Ada", "Cleo")
    reported, locked = raced(
        seed,
        lambda: seat_links.report_by_link(make_token(made, "black", 0), "0-1"),
        lambda: round_changes.lock_round(event.pk, organiser, 1),
    )
    assert locked is Round and reported in (ClaimOutcome, LinkDead)
    said = JournalEntry.objects.filter(scope__key=event.scope, action="claim-result", data__role="black").first()
    lock = JournalEntry.objects.get(scope__key=event.scope, action="lock-round")
    assert (said is None) == (reported is LinkDead) and (said is None or said.version < lock.version)
    is_whole(event)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_report_by_link_comes_before_its_event_closes_or_not_at_all(seed: int) -> None:
    club = ClubFactory()
    organiser = organiser_of(club)
    names = ("Ada", "Ben", "Cleo", "Dan")
    event = running(club, organiser, names, rounds=1, format="swiss-dutch", rounds_planned=1)
    decide(event, organiser, {("Ada", "Cleo"): "1-0", ("Dan", "Ben"): "1-0"})
    made = game(event, "Ada", "Cleo")
    reported, closed = raced(
        seed,
        lambda: seat_links.report_by_link(make_token(made, "black", 0), "0-1"),
        lambda: lifecycle.close_event(event.pk, organiser),
    )
    assert closed is Event and reported in (ClaimOutcome, LinkDead), (reported, closed)
    said = JournalEntry.objects.filter(scope__key=event.scope, action="claim-result", data__role="black").first()
    end = JournalEntry.objects.get(scope__key=event.scope, action="close-event")
    assert (said is None) == (reported is LinkDead) and (said is None or said.version < end.version)
    made.refresh_from_db()
    assert made.result == "1-0" and Event.objects.get(pk=event.pk).state == Event.State.CLOSED
    with pytest.raises(LinkDead):
        seat_links.report_by_link(make_token(made, "white", 0), "1-0")
    is_whole(event)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_report_by_link_comes_before_the_next_round_or_not_at_all(seed: int) -> None:
    event, organiser = swiss()
    decide(event, organiser, {("Ada", "Cleo"): "1-0", ("Dan", "Ben"): "1-0"})
    made = game(event, "Ada", "Cleo")
    reported, started = raced(
        seed,
        lambda: seat_links.report_by_link(make_token(made, "black", 0), "0-1"),
        lambda: rounds_services.start_round(event.pk, organiser, number=2),
    )
    assert started is Round and reported in (ClaimOutcome, LinkDead), (reported, started)
    said = JournalEntry.objects.filter(scope__key=event.scope, action="claim-result", data__role="black").first()
    next_ = JournalEntry.objects.get(scope__key=event.scope, action="start-round", data__round=2)
    assert (said is None) == (reported is LinkDead) and (said is None or said.version < next_.version)
    is_whole(event)


@pytest.mark.parametrize("seed", SEEDS)
def test_whoever_withdraws_while_a_round_is_paired_does_not_play(seed: int) -> None:
    event, organiser = swiss()
    decide(event, organiser, {("Ada", "Cleo"): "1-0", ("Dan", "Ben"): "1-0"})
    left = entry(event, "Ben")
    paired, withdrawn = raced(
        seed,
        lambda: rounds_services.start_round(event.pk, organiser, number=2),
        lambda: leaving.withdraw(event.pk, organiser, left.pk),
    )
    assert (paired, withdrawn) == (Round, Entry)
    pairings = Pairing.objects.filter(round__event=event, round__number=2, slots__entry=left)
    open_games = Game.objects.filter(paired__pairing__in=pairings, result=PENDING)
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
        lambda: confirmed(undo.undo, event.pk, organiser, point, reason="a slip"),
    )
    assert undone is Event and not Round.objects.filter(event=event).exists(), undone
    assert claimed in (ClaimOutcome, GameRefused, Game.DoesNotExist), claimed
    kept = claimed is ClaimOutcome
    assert Claim.objects.filter(game=made, role="white").count() == int(kept)
    assert Claim.objects.count() >= claims + int(kept)
    other.refresh_from_db()
    assert other.result == VOID and other.removed_at is not None
    rounds_services.start_round(event.pk, organiser)
    is_whole(event)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_correction_comes_before_the_lock_of_its_round_or_not_at_all(seed: int) -> None:
    event, organiser = swiss()
    decide(event, organiser, {("Ada", "Cleo"): "1-0", ("Dan", "Ben"): "1-0"})
    made = game(event, "Ada", "Cleo")
    corrected, locked = raced(
        seed,
        lambda: claim_result(made.pk, organiser, "0-1", source="desk", role="arbiter"),
        lambda: round_changes.lock_round(event.pk, organiser, 1),
    )
    assert locked is Round and corrected in (ClaimOutcome, ClaimRefused), (locked, corrected)
    made.refresh_from_db()
    assert made.result_locked and made.result == ("0-1" if corrected is ClaimOutcome else "1-0")
    is_whole(event)


@pytest.mark.parametrize("seed", SEEDS)
def test_of_two_who_undo_one_decision_one_does(seed: int) -> None:
    event, organiser = swiss()
    for code in ("1-0", "0-1"):
        decide(event, organiser, {("Ada", "Cleo"): code})
    made = game(event, "Ada", "Cleo")
    done = raced(seed, *[lambda: undo_decision(made.pk, organiser, 2)] * 2)
    assert sorted(each.__name__ for each in done) == ["ClaimRefused", "Game"]
    made.refresh_from_db()
    assert made.result == "1-0"
    is_whole(event)


@pytest.mark.parametrize("seed", SEEDS)
def test_of_two_whole_layouts_of_one_version_one_is_published_and_the_other_refused(seed: int) -> None:
    """Two arbiters saw the same draft: whoever comes second is told, with a draft and with a public round."""
    event, organiser = swiss(rounds=0)
    version = round_drafts.draft_round(event.pk, organiser, RoundOptions()).version

    def works(seen: int, *, public: bool) -> list[Callable[[], object]]:
        layouts = [Layout(number=1, boards=each, public=public) for each in (((1, 2), (3, 4)), ((2, 3), (4, 1)))]
        return [
            partial(confirmed, lay_out_round, event.pk, organiser, each, reason="x", expect=seen) for each in layouts
        ]

    assert sorted(each.__name__ for each in raced(seed, *works(version, public=False))) == ["NoneType", "Stale"]
    is_whole(event)
    assert JournalEntry.objects.filter(scope__key=event.scope, action="publish-layout").count() == 1
    seen = Round.objects.get(event=event).version
    ends = sorted(each.__name__ for each in raced(seed + 7, *works(seen, public=True)))
    assert ends == ["NoneType", "Stale"]
    is_whole(event)
