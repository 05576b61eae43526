"""Titles by their services and pages: who is a candidate, awards that are never changed. Expected values by hand."""

from __future__ import annotations

import pytest
from django.db import DatabaseError, transaction
from django.test import Client

from common.jobs.services import run_due
from players.models import Account, Club
from players.people.services.merging import merge_persons
from players.permissions import NotAllowed
from ratings.models import Rating
from testing.api.caller import Caller
from testing.factories import ClubFactory, organiser_of, player_in
from testing.tournaments.circuits import people, played
from testing.tournaments.titles import TitleWorld, norm_event, title_world
from tournaments.core.errors import EventRefused
from tournaments.core.queries.journals import journal_lines
from tournaments.core.queries.titles import titles_held
from tournaments.models import Award, Title
from tournaments.titles import services
from tournaments.titles.queries import candidates, title_page

pytestmark = [pytest.mark.django_db, pytest.mark.core]


@pytest.fixture
def world(club: Club, organiser: Account) -> TitleWorld:
    return title_world(club, organiser)


def names(title: Title) -> list[str]:
    return [each.name for each in candidates(title)]


def test_who_made_the_norms_and_holds_no_title_is_a_candidate(world: TitleWorld) -> None:
    (tom,) = candidates(world.title)  # 1500 + 800 for a score of 100 %
    assert (tom.name, str(tom.why)) == ("Tom", "Norms in: Norm Two, performance 2300, games 1")
    page = title_page(world.title, None)
    (tia,) = page.holders
    assert (tia.name, str(tia.why)) == ("Tia", "Norms in: Norm One, performance 2300, games 1")
    assert page.candidates == ()


def test_norms_add_up_over_events(club: Club, organiser: Account, world: TitleWorld) -> None:
    title = services.create_title(club.pk, organiser, name="Two", kind="norms", rating=2000, games=1, norms=2)
    assert names(title) == []
    (opponent,) = people(club, "Opa")
    norm_event(club, organiser, world.tom, opponent, 1200, "Norm Three")
    assert names(title) == ["Tom"]  # 2000 and 2300
    norm_event(club, organiser, world.tia, opponent, 1199, "Norm Four")
    assert names(title) == ["Tom"]  # Tia's 1999 is no norm
    assert names(services.edit_title(title.pk, organiser, games=2)) == []


def test_a_rating_counts_after_enough_games(club: Club, organiser: Account) -> None:
    one, other = people(club, "Una", "Uwe")
    played(club, organiser, [one, other], {("Una", "Uwe"): "1-0"}, name="Rated")
    run_due()
    rating = Rating.objects.get(person=one, pool__club=club, pool__is_main=True)
    title = services.create_title(
        club.pk, organiser, name="Rated Player", kind="rating", rating=rating.value, games=1, game="gipf"
    )
    assert (names(title), rating.games) == (["Una"], 1)
    assert names(services.edit_title(title.pk, organiser, games=2)) == []
    assert names(services.edit_title(title.pk, organiser, games=1, rating=rating.value + 1)) == []
    assert names(services.edit_title(title.pk, organiser, rating=rating.value, game="lyngk")) == []


def test_only_candidates_are_awarded_the_title_and_once(club: Club, organiser: Account, world: TitleWorld) -> None:
    (nobody,) = people(club, "Xia")
    for person in (nobody, world.tia):
        with pytest.raises(EventRefused, match="does not meet the rule"):
            services.award_title(world.title.pk, organiser, person.pk)
    award = services.award_title(world.title.pk, organiser, world.tom.pk)
    assert [each.pk for each in titles_held(world.tom)] == [award.pk]


def test_a_withdrawal_keeps_the_award_with_its_reason(organiser: Account, world: TitleWorld) -> None:
    services.withdraw_title(world.title.pk, organiser, world.award.pk, reason="A wrong result")
    page = title_page(world.title, None)
    assert (page.holders, [(line.name, line.reason) for line in page.withdrawn]) == ((), [("Tia", "A wrong result")])
    assert titles_held(world.tia) == []
    with pytest.raises(EventRefused, match="withdrawn already"):
        services.withdraw_title(world.title.pk, organiser, world.award.pk, reason="Again")
    with pytest.raises(EventRefused, match="reason"):
        services.withdraw_title(world.title.pk, organiser, world.award.pk, reason=" ")
    again = services.award_title(world.title.pk, organiser, world.tia.pk)  # the rule is still met
    assert again.pk != world.award.pk
    assert [str(line.text) for line in journal_lines(world.title.scope)] == [
        "The title was awarded to Tia", "The title of Tia was withdrawn", "The title was awarded to Tia",
        "Title created",
    ]  # fmt: skip


@pytest.mark.postgresql
def test_an_award_is_never_changed(world: TitleWorld) -> None:
    with pytest.raises(DatabaseError), transaction.atomic():
        Award.objects.filter(pk=world.award.pk).update(basis={})


def test_a_title_that_was_awarded_is_not_deleted(organiser: Account, world: TitleWorld) -> None:
    with pytest.raises(EventRefused, match="was awarded"):
        services.delete_title(world.title.pk, organiser)
    services.delete_title(world.unused.pk, organiser)
    assert not Title.objects.filter(pk=world.unused.pk).exists()


def test_a_name_is_taken_once(club: Club, organiser: Account, world: TitleWorld) -> None:
    with pytest.raises(EventRefused, match="of this name"):
        services.edit_title(world.unused.pk, organiser, name="Club Expert")


def test_titles_of_merged_records_are_the_persons(organiser: Account, club: Club, world: TitleWorld) -> None:
    (kept,) = people(club, "Tia Twice")
    merge_persons(actor=organiser, kept_id=kept.pk, gone_id=world.tia.pk)
    assert [each.title for each in titles_held(kept)] == [world.title]
    assert names(world.title) == ["Tom"]


def test_only_officers_of_the_club_write(club: Club, world: TitleWorld) -> None:
    title = world.title.pk
    for account in (player_in(club), organiser_of(ClubFactory())):
        with pytest.raises(NotAllowed):
            services.create_title(club.pk, account, name="Mine", kind="norms", rating=1, games=1)
        with pytest.raises(NotAllowed):
            services.edit_title(title, account, rating=1)
        with pytest.raises(NotAllowed):
            services.award_title(title, account, world.tom.pk)
        with pytest.raises(NotAllowed):
            services.withdraw_title(title, account, world.award.pk, reason="Mine")
        with pytest.raises(NotAllowed):
            services.delete_title(title, account)


def test_the_page_of_a_player_shows_the_title_and_candidates_are_for_officers(
    client: Client, organiser: Account, world: TitleWorld
) -> None:
    assert "Club Expert" in client.get(f"/people/{world.tia.pk}").content.decode()
    assert "Candidates" not in client.get(f"/titles/{world.title.pk}").content.decode()
    client.force_login(organiser)
    assert "Tom" in client.get(f"/titles/{world.title.pk}").content.decode()
    address = f"/titles/{world.title.pk}/candidates"
    assert [each["player"]["name"] for each in Caller(organiser).read(address)["results"]] == ["Tom"]
    assert Caller(player_in(world.title.club)).ask("GET", address, None).status_code == 403
