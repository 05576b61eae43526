"""Rounds start once."""

from __future__ import annotations

import datetime
from random import Random

import pytest

from common.journal.models import JournalEntry
from common.journal.services import Stale
from games.models import Game
from games.results.services.results import claim_result
from players.models import Account, Club
from ratings.models import Pool, Rating
from testing.factories import AccountFactory, ClubFactory, PersonFactory, organiser_of
from testing.tournaments.factories import decide, draft, entry, fresh, game, running, with_players
from tests.threads import at_once
from tournaments.core.errors import EventRefused
from tournaments.core.loader import load
from tournaments.core.mapping import cross_table
from tournaments.entries.services import entries
from tournaments.entries.services.numbering import Seeding
from tournaments.events.services import lifecycle
from tournaments.models import Event, Round
from tournaments.rounds.services import rounds

pytestmark = pytest.mark.postgresql


def numbers(event: Event) -> list[str]:
    return [row.name for row in load(event).entries]


def rated(person_name: str, club: Club, value: int) -> None:
    pool, _made = Pool.objects.get_or_create(rules="gipf-standard", club=None)
    person = PersonFactory(name=person_name, member_of=club)
    day = datetime.date(2026, 1, 1)
    Rating.objects.create(pool=pool, person=person, value=value, games=9, provisional=False, last_rated_on=day)


def test_numbers_go_by_rating_then_by_name_and_the_unrated_last(club: Club, organiser: Account) -> None:
    event = draft(club, organiser)
    for name, value in (("Zoe", 1600), ("Yan", 1700), ("Xia", 1600)):
        rated(name, club, value)
    entries.enter_many(event.pk, organiser, ["Zoe", "Émile", "Xia", "Ada", "Yan"])
    lifecycle.start_event(event.pk, organiser)
    assert numbers(event) == ["Yan", "Xia", "Zoe", "Ada", "Émile"]
    assert [row.rating for row in load(event).entries] == [1700, 1600, 1600, None, None]


def test_a_draw_by_lot_can_be_repeated_from_the_seed_in_the_journal(club: Club, organiser: Account) -> None:
    event = with_players(club, organiser, names=[f"Player {n:02}" for n in range(12)])
    ids = sorted(row.id for row in load(event).entries)
    lifecycle.start_event(event.pk, organiser, seeding=Seeding.LOT)
    seed = JournalEntry.objects.filter(scope__key=event.scope).first().data["seed"]
    Random(seed).shuffle(ids)
    assert [row.id for row in load(event).entries] == ids


def test_numbers_by_hand_are_taken_as_given_or_refused(club: Club, organiser: Account) -> None:
    event = with_players(club, organiser)
    ids = {name: entry(event, name).pk for name in ("Ada", "Ben", "Cleo", "Dan")}
    for wrong in ([], [ids["Ada"]] * 4, [*ids.values(), 999]):
        with pytest.raises(EventRefused, match="no number twice"):
            lifecycle.start_event(event.pk, organiser, seeding="hand", order=wrong)
    order = [ids[name] for name in ("Dan", "Ada", "Cleo", "Ben")]
    lifecycle.start_event(event.pk, organiser, seeding="hand", order=order)
    assert numbers(event) == ["Dan", "Ada", "Cleo", "Ben"]


def test_an_event_with_one_player_cannot_start(club: Club, organiser: Account) -> None:
    event = with_players(club, organiser, names=["Ada"])
    with pytest.raises(EventRefused, match="fewer than two players"):
        lifecycle.start_event(event.pk, organiser)
    assert fresh(event).state == Event.State.OPEN


def test_a_start_is_taken_back_while_nothing_is_paired(club: Club, organiser: Account) -> None:
    event = running(club, organiser)
    lifecycle.unstart_event(event.pk, organiser)
    assert fresh(event).state == Event.State.OPEN
    assert {row.number for row in load(event).entries} == {None}
    lifecycle.start_event(event.pk, organiser)
    rounds.start_round(event.pk, organiser)
    with pytest.raises(EventRefused, match="undo it first"):
        lifecycle.unstart_event(event.pk, organiser)


def test_a_round_makes_its_games_with_everything_that_they_need(club: Club, organiser: Account) -> None:
    event = running(club, organiser, options=("repetition_draw",))
    rounds.start_round(event.pk, organiser, played_on=datetime.date(2026, 3, 8))
    made = game(event, "Ada", "Dan")
    assert (made.rules, made.options, made.rated, made.result) == (
        "gipf-standard",
        ["repetition_draw"],
        True,
        "pending",
    )
    assert (made.club, made.parent_scope.key, made.played_on) == (club, event.scope, datetime.date(2026, 3, 8))
    assert made.sequence < game(event, "Ben", "Cleo").sequence


def test_a_round_of_two_games_swaps_the_colours_in_the_second(club: Club, organiser: Account) -> None:
    event = running(club, organiser, rounds=1, games_per_round=2)
    decide(event, organiser, {("Ada", "Dan"): "1-0", ("Dan", "Ada"): "1-0"})
    row = load(event).rounds[0].pairings[0]
    assert [each.leg for each in row.games] == [1, 2]
    assert [cross_table(load(event)).points(number) for number in (1, 4)] == [10, 10]


def test_in_an_odd_field_one_rests_and_scores_nothing(club: Club, organiser: Account) -> None:
    event = running(club, organiser, names=("Ada", "Ben", "Cleo"), rounds=1)
    rest = load(event).rounds[0].pairings[-1]
    assert (rest.kind, load(event).by_id[rest.alone].name) == ("rest", "Ada")
    assert cross_table(load(event)).points(1) == 0


def test_games_of_a_fixed_schedule_may_be_left_for_later_when_somebody_says_so(club: Club, organiser: Account) -> None:
    event = running(club, organiser, rounds=1)
    decide(event, organiser, {("Ada", "Dan"): "1-0"})
    with pytest.raises(EventRefused) as refusal:
        rounds.start_round(event.pk, organiser, number=2)
    assert str(refusal.value.message) == "Round 2 cannot start: board 2 of round 1 has no result: Ben – Cleo."
    assert rounds.start_round(event.pk, organiser, number=2, despite_open=True).number == 2


@pytest.mark.parametrize(("key", "despite_open"), [("swiss-dutch", False), ("knock-out", True)])
def test_where_results_make_the_next_round_they_must_be_in(
    club: Club, organiser: Account, key: str, despite_open: bool
) -> None:
    """In a Swiss a game may count as a draw for a while, once somebody says so; in a knock-out nobody can say so."""
    event = running(club, organiser, rounds=1, format=key, rounds_planned=3)
    with pytest.raises(EventRefused) as refusal:
        rounds.start_round(event.pk, organiser, despite_open=despite_open)
    told = [str(message) for message in refusal.value.blockers]
    assert [text.partition(":")[0] for text in told] == [
        "board 1 of round 1 has no result",
        "board 2 of round 1 has no result",
    ]


def test_after_the_last_round_there_is_no_other(club: Club, organiser: Account) -> None:
    event = running(club, organiser, rounds=3)
    with pytest.raises(EventRefused, match="all 3 rounds are paired"):
        rounds.start_round(event.pk, organiser, despite_open=True)


def test_whoever_means_a_round_that_is_there_already_is_told(club: Club, organiser: Account) -> None:
    event = running(club, organiser, rounds=1)
    with pytest.raises(Stale):
        rounds.start_round(event.pk, organiser, number=1)
    with pytest.raises(Stale):
        rounds.start_round(event.pk, organiser, expect=1)
    assert Round.objects.count() == 1


def test_of_two_organisers_at_one_moment_one_starts_the_round(real_database: None) -> None:
    club = ClubFactory()
    one, other = organiser_of(club), organiser_of(club)
    event = running(club, one)
    results = at_once(
        lambda: rounds.start_round(event.pk, one, number=1), lambda: rounds.start_round(event.pk, other, number=1)
    )
    assert sorted(type(result).__name__ for result in results) == ["Round", "Stale"]
    assert Round.objects.count() == 1 and Game.objects.count() == 2
    assert JournalEntry.objects.filter(action="start-round").count() == 1


def test_of_two_results_at_one_moment_both_are_kept_and_one_is_in_force(real_database: None) -> None:
    club = ClubFactory()
    one, other = organiser_of(club), organiser_of(club)
    event = running(club, one, rounds=1)
    made = game(event, "Ada", "Dan")
    results = at_once(
        lambda: claim_result(made.pk, one, "1-0", source="desk", expect=made.version),
        lambda: claim_result(made.pk, other, "0-1", source="desk", expect=made.version),
    )
    assert sorted(result.claim.late for result in results) == [False, True]
    in_force = next(result.claim.result for result in results if not result.claim.late)
    made.refresh_from_db()
    assert made.result == in_force and made.claims.count() == 2


# --- the last round taken back -----------------------------------------------------------------------


def test_the_last_round_is_taken_back_with_its_games(club: Club, organiser: Account) -> None:
    event = running(club, organiser, rounds=2)
    with pytest.raises(Stale):
        rounds.delete_round(event.pk, organiser, 1)
    rounds.delete_round(event.pk, organiser, 2, reason="Started by mistake.")
    assert Round.objects.get().number == 1 and Game.objects.count() == 2
    assert event.reasons.get().text == "Started by mistake."


def test_a_round_with_a_result_or_a_report_stays(club: Club, organiser: Account) -> None:
    event = running(club, organiser, rounds=1)
    made = game(event, "Ada", "Dan")
    claim_result(made.pk, AccountFactory(person=made.white), "1-0", source="page")
    with pytest.raises(EventRefused, match="board 1 has a report"):
        rounds.delete_round(event.pk, organiser, 1)
    decide(event, organiser, {("Ben", "Cleo"): "1-0"})
    with pytest.raises(EventRefused, match="board 2 has a result"):
        rounds.delete_round(event.pk, organiser, 1)
    assert Round.objects.count() == 1


# --- closing -----------------------------------------------------------------------------------------


def test_an_event_with_open_games_is_not_closed(club: Club, organiser: Account) -> None:
    event = running(club, organiser, rounds=3)
    decide(event, organiser, {("Ada", "Dan"): "1-0", ("Ben", "Cleo"): "0-1"})
    with pytest.raises(EventRefused) as refusal:
        lifecycle.close_event(event.pk, organiser)
    assert [str(message) for message in refusal.value.blockers] == [
        "board 1 of round 2 has no result: Dan – Cleo",
        "board 2 of round 2 has no result: Ada – Ben",
        "board 1 of round 3 has no result: Ben – Dan",
        "board 2 of round 3 has no result: Cleo – Ada",
    ]
    assert fresh(event).state == Event.State.RUNNING


def test_an_event_with_rounds_to_come_is_closed_only_on_purpose(club: Club, organiser: Account) -> None:
    event = running(club, organiser, rounds=1)
    decide(event, organiser, {("Ada", "Dan"): "1-0", ("Ben", "Cleo"): "0-1"})
    with pytest.raises(EventRefused, match="only 1 of 3 rounds are paired"):
        lifecycle.close_event(event.pk, organiser)
    lifecycle.close_event(event.pk, organiser, early=True)
    assert fresh(event).state == Event.State.CLOSED


def test_nobody_reopens_an_event_without_a_reason(club: Club, organiser: Account) -> None:
    event = running(club, organiser, rounds=1)
    with pytest.raises(EventRefused, match="Give a reason"):
        lifecycle.reopen_event(event.pk, organiser, reason=" ")
