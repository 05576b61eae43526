"""A person who is erased: the name leaves the texts of circuits, leagues and titles, and the tables stay."""

from __future__ import annotations

import pytest

from players.erasure.exports import own_data
from players.erasure.services import erase_person
from players.models import Account, Club
from testing.factories import AccountFactory
from testing.tournaments.circuits import circuit_world, people
from testing.tournaments.seasons import league_world
from testing.tournaments.titles import norm_event, title_world
from tests.database_text import whole_database
from tournaments.circuits import services as circuits
from tournaments.circuits.queries import circuit_table
from tournaments.models import AwardWithdrawal, SeasonMove
from tournaments.seasons.services import leagues
from tournaments.titles import services as titles
from tournaments.titles.queries import title_page

pytestmark = [pytest.mark.django_db, pytest.mark.core]


def test_the_name_leaves_every_text_and_the_tables_stay(club: Club, organiser: Account) -> None:
    quirin, other = people(club, "Quirin Quast", "Opal")
    event = norm_event(club, organiser, quirin, other, 1500, "Quirin Quast Memorial")
    circuit = circuit_world(club, organiser).circuit
    circuits.edit_circuit(circuit.pk, organiser, name="Quirin Quast Prix", about="By Quirin Quast")
    circuits.add_event(circuit.pk, organiser, event.pk)
    league = league_world(club, organiser)
    leagues.edit_league(league.league.pk, organiser, name="Quirin Quast League", season="Quirin Quast 1")
    leagues.move_by_hand(league.league.pk, organiser, league.lia.pk, to=1, reason="Quirin Quast said so")
    title = titles.create_title(club.pk, organiser, name="Quirin Quast Title", kind="norms", rating=1800, games=1)
    award = titles.award_title(title.pk, organiser, quirin.pk)
    titles.withdraw_title(title.pk, organiser, award.pk, reason="Quirin Quast did not want it")
    erased = erase_person(actor=organiser, person_id=quirin.pk)
    assert "Quirin Quast" not in whole_database()
    assert SeasonMove.objects.get(person=league.lia).reason.endswith("said so")
    assert AwardWithdrawal.objects.get(award=award).reason.endswith("did not want it")
    circuit.refresh_from_db()
    assert (erased.name, "25") in [(line.name, line.points) for line in circuit_table(circuit).lines]
    assert [line.name for line in title_page(title, None).withdrawn] == [erased.name]


def test_the_export_of_own_data_has_titles_and_moves(club: Club, organiser: Account) -> None:
    there, league = title_world(club, organiser), league_world(club, organiser)
    (told,) = own_data(AccountFactory(person=there.tia))["titles"]  # type: ignore[misc]  # a list
    assert (told["title"], told["withdrawn_because"]) == ("Club Expert", "")
    (move,) = own_data(AccountFactory(person=league.liv))["moves_between_divisions"]  # type: ignore[misc]
    assert (move["division"], move["next_division"], move["reason"]) == (2, 2, "Stays where she is")
