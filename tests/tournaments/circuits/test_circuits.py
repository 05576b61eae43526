"""Circuits by their services: what counts, who leads, and what is refused. Expected values by hand."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Any

import pytest

from common.journal.services import Stale
from gipf_engine.tournament.circuits import Scale, Sharing, TieRule
from players.models import Account, Club, Person
from players.people.services.merging import merge_persons
from players.permissions import NotAllowed
from players.roles import Role
from testing.factories import ClubFactory, holder_of, organiser_of, player_in
from testing.tournaments.circuits import people, played
from testing.tournaments.factories import draft, with_players
from tournaments.circuits import services
from tournaments.circuits.queries import CircuitTable, circuit_page, circuit_table
from tournaments.core.errors import EventRefused
from tournaments.core.queries.journals import journal_lines
from tournaments.models import Circuit, CircuitEvent, Event

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]

SPRING = {"name": "Spring Cup", "starts_on": date(2026, 3, 7), "ends_on": date(2026, 3, 7)}
SUMMER = {"name": "Summer Cup", "starts_on": date(2026, 6, 6), "ends_on": date(2026, 6, 6)}
AUTUMN = {"name": "Autumn Cup", "starts_on": date(2026, 9, 5), "ends_on": date(2026, 9, 5)}


@dataclass(frozen=True)
class Three:
    """Ada, Ben and Cleo, and a circuit for them in which 10, 6 and 3 points are won."""

    ada: Person
    ben: Person
    cleo: Person
    circuit: Circuit


@pytest.fixture
def three(club: Club, organiser: Account) -> Three:
    ada, ben, cleo = people(club, "Ada", "Ben", "Cleo")
    circuit = services.create_circuit(
        club.pk, organiser, name="Grand Prix", scale=Scale.OWN.value, own=[1000, 600, 300], counted=2
    )
    return Three(ada, ben, cleo, circuit)


def count(three: Three, organiser: Account, *events: Event) -> Circuit:
    for event in events:
        services.add_event(three.circuit.pk, organiser, event.pk)
    return Circuit.objects.get(pk=three.circuit.pk)


def spring(club: Club, organiser: Account, three: Three) -> Event:
    """Ada wins both games, and the others draw."""
    return played(
        club, organiser, [three.ada, three.ben, three.cleo],
        {("Ben", "Cleo"): "1/2-1/2"}, {("Ada", "Ben"): "1-0"}, {("Cleo", "Ada"): "0-1"}, tie_breaks=("WON",), **SPRING,
    )  # fmt: skip


def two(club: Club, organiser: Account, winner: Person, loser: Person, **plan: Any) -> Event:
    """An event of two players with one game. The first by name begins."""
    white, black = sorted((winner, loser), key=lambda person: person.name)
    results = {(white.name, black.name): "1-0" if white == winner else "0-1"}
    return played(club, organiser, [winner, loser], results, **plan)


def lines(table: CircuitTable) -> list[tuple[int, str, str]]:
    return [(line.row.rank, line.name, line.points) for line in table.lines]


def test_players_who_share_places_share_the_points(club: Club, organiser: Account, three: Three) -> None:
    circuit = count(three, organiser, spring(club, organiser, three))
    assert lines(circuit_table(circuit)) == [(1, "Ada", "10"), (2, "Ben", "4.5"), (2, "Cleo", "4.5")]


def test_the_best_two_results_count_and_the_page_says_why(club: Club, organiser: Account, three: Three) -> None:
    first = spring(club, organiser, three)
    second = two(club, organiser, three.ben, three.ada, **SUMMER)
    third = two(club, organiser, three.ada, three.cleo, **AUTUMN)
    table = circuit_table(count(three, organiser, first, third, second))
    # Ada: 10, 6 and 10; Ben: 4.5 and 10; Cleo: 4.5 and 6.
    assert lines(table) == [(1, "Ada", "20"), (2, "Ben", "14.5"), (3, "Cleo", "10.5")]
    assert [stop.event.name for stop in table.stops] == ["Spring Cup", "Summer Cup", "Autumn Cup"]
    ada = table.lines[0]
    assert [str(cell.why) for cell in ada.counted] == ["10: Spring Cup, place 1", "10: Autumn Cup, place 1"]
    assert [str(cell.why) for cell in ada.dropped] == ["6: Summer Cup, place 2"]
    assert str(table.lines[1].counted[1].why) == "4.5: Spring Cup, place 2 shared by 2"
    assert table.is_final


def test_a_final_counts_double(club: Club, organiser: Account, three: Three) -> None:
    event = two(club, organiser, three.ada, three.ben, **SPRING)
    services.add_event(three.circuit.pk, organiser, event.pk, weight=2)
    table = circuit_table(three.circuit)
    assert lines(table) == [(1, "Ada", "20"), (2, "Ben", "12")]
    assert str(table.lines[0].counted[0].why) == "20: Spring Cup, place 1, times 2"


def test_equal_totals_are_parted_by_the_rules_in_their_order(club: Club, organiser: Account, three: Three) -> None:
    first = two(club, organiser, three.ada, three.ben, **SPRING)
    second = two(club, organiser, three.ben, three.ada, **SUMMER)
    circuit = count(three, organiser, first, second)
    leader, follower = circuit_table(circuit).lines  # both 16: the later event decides
    assert (leader.name, follower.name, follower.row.rank) == ("Ben", "Ada", 2)
    assert str(follower.tie) == "Behind the player above by: the better result in the latest event"
    circuit = services.edit_circuit(circuit.pk, organiser, ties=[TieRule.PLACES.value])
    assert lines(circuit_table(circuit)) == [(1, "Ada", "16"), (1, "Ben", "16")]


def test_standings_are_provisional_while_an_event_runs(club: Club, organiser: Account, three: Three) -> None:
    over = two(club, organiser, three.ada, three.ben, **SPRING)
    runs = played(club, organiser, [three.ada, three.ben, three.cleo], {("Ben", "Cleo"): "1-0"}, closed=False, **SUMMER)
    table = circuit_table(count(three, organiser, over, runs))
    assert not table.is_final
    assert lines(table) == [(1, "Ben", "16"), (2, "Ada", "14.5"), (3, "Cleo", "4.5")]  # Ben leads the second one


def test_an_event_without_points_brings_none(club: Club, organiser: Account, three: Three) -> None:
    coming = with_players(club, organiser, ("Dan", "Eva"), **SPRING)
    started = played(club, organiser, [three.ada, three.ben], closed=False, **SUMMER)
    table = circuit_table(count(three, organiser, coming, started))
    assert (table.lines, table.is_final, [stop.has_results for stop in table.stops]) == ((), False, [False, False])


def test_records_of_one_person_count_as_one_player(club: Club, organiser: Account, three: Three) -> None:
    (again,) = people(club, "A. da")
    first = two(club, organiser, three.ada, three.ben, **SPRING)
    second = two(club, organiser, again, three.cleo, **SUMMER)
    circuit = count(three, organiser, first, second)
    assert [line.points for line in circuit_table(circuit).lines] == ["10", "10", "6", "6"]
    merge_persons(actor=organiser, kept_id=three.ada.pk, gone_id=again.pk)
    assert lines(circuit_table(circuit))[0] == (1, "Ada", "20")


def test_a_draft_is_seen_by_its_organisers_alone(club: Club, organiser: Account, three: Three) -> None:
    circuit = count(three, organiser, draft(club, organiser, name="Secret Cup"))
    assert [stop.event.name for stop in circuit_page(circuit, organiser).table.stops] == ["Secret Cup"]
    assert circuit_page(circuit, None).table.stops == ()


def test_an_event_that_is_removed_counts_no_more(club: Club, organiser: Account, three: Three) -> None:
    event = two(club, organiser, three.ada, three.ben, **SPRING)
    circuit = count(three, organiser, event)
    services.remove_event(circuit.pk, organiser, event.pk)
    assert circuit_table(circuit).lines == ()
    assert [str(line.text) for line in journal_lines(circuit.scope)] == [
        "Spring Cup was removed from the circuit", "Spring Cup was added to the circuit", "Circuit created",
    ]  # fmt: skip
    with pytest.raises(CircuitEvent.DoesNotExist):
        services.remove_event(circuit.pk, organiser, event.pk)


def test_what_cannot_count_is_refused(club: Club, organiser: Account, three: Three) -> None:
    event = draft(club, organiser, name="Once")
    services.add_event(three.circuit.pk, organiser, event.pk)
    with pytest.raises(EventRefused, match="counts in the circuit already"):
        services.add_event(three.circuit.pk, organiser, event.pk)
    for split in (
        draft(club, organiser, format="league"),
        draft(club, organiser, format="team-swiss", rounds_planned=3),
    ):
        with pytest.raises(EventRefused, match="groups or teams"):
            services.add_event(three.circuit.pk, organiser, split.pk)
    elsewhere = ClubFactory()
    foreign = draft(elsewhere, organiser_of(elsewhere))
    with pytest.raises(EventRefused, match="no such event"):
        services.add_event(three.circuit.pk, organiser, foreign.pk)


def test_a_circuit_of_one_game_takes_no_other(club: Club, organiser: Account, three: Three) -> None:
    lyngk = draft(club, organiser, name="Lyngk Cup", rules="lyngk-main", agreed_draws=False)
    services.edit_circuit(three.circuit.pk, organiser, game="gipf")
    with pytest.raises(EventRefused, match="another game"):
        services.add_event(three.circuit.pk, organiser, lyngk.pk)
    services.edit_circuit(three.circuit.pk, organiser, game="")
    services.add_event(three.circuit.pk, organiser, lyngk.pk)
    with pytest.raises(EventRefused, match="Lyngk Cup"):
        services.edit_circuit(three.circuit.pk, organiser, game="gipf")


def test_own_points_are_asked_for_and_others_forget_them(organiser: Account, three: Three) -> None:
    with pytest.raises(EventRefused, match="points of the first place"):
        services.edit_circuit(three.circuit.pk, organiser, own=[])
    changed = services.edit_circuit(three.circuit.pk, organiser, scale=Scale.FIELD.value, tied=Sharing.LOWEST.value)
    assert (changed.own, changed.counted) == ([], 2)


def test_only_organisers_of_the_club_write(club: Club, organiser: Account, three: Three) -> None:
    event = draft(club, organiser)
    for account in (
        player_in(club), holder_of(Role.ARBITER, event.scope, player_in(club)), organiser_of(ClubFactory()),
    ):  # fmt: skip
        with pytest.raises(NotAllowed):
            services.create_circuit(club.pk, account, name="Mine")
        with pytest.raises(NotAllowed):
            services.edit_circuit(three.circuit.pk, account, name="Mine")
        with pytest.raises(NotAllowed):
            services.add_event(three.circuit.pk, account, event.pk)
        with pytest.raises(NotAllowed):
            services.remove_event(three.circuit.pk, account, event.pk)
        with pytest.raises(NotAllowed):
            services.delete_circuit(three.circuit.pk, account)


def test_settings_of_another_time_are_refused_and_events_may_come_between(
    club: Club, organiser: Account, three: Three
) -> None:
    services.add_event(three.circuit.pk, organiser, draft(club, organiser).pk)
    services.edit_circuit(three.circuit.pk, organiser, name="Great Prix", expect=1)
    with pytest.raises(Stale):
        services.edit_circuit(three.circuit.pk, organiser, name="Prix", expect=1)


def test_events_stay_when_a_circuit_goes(club: Club, organiser: Account, three: Three) -> None:
    event = draft(club, organiser)
    count(three, organiser, event)
    services.delete_circuit(three.circuit.pk, organiser)
    assert (Circuit.objects.count(), Event.objects.filter(pk=event.pk).count()) == (0, 1)


def test_a_reader_is_admitted_before_places_are_computed_and_not_for_those_that_are_kept(
    club: Club, organiser: Account, three: Three
) -> None:
    circuit = count(three, organiser, two(club, organiser, three.ada, three.ben, **SPRING))
    asked: list[str] = []
    circuit_table(circuit, None, lambda: asked.append("first"))
    circuit_table(circuit, None, lambda: asked.append("again"))
    assert asked == ["first"]
