"""Clubs are made by administrators."""

import pytest
from django.utils import timezone

from common.journal.models import JournalEntry, Scope
from common.journal.queries import with_parents
from common.journal.services import Stale
from gipf_engine.messages import Refused
from players.clubs.services.clubs import admit_club, create_club, edit_club
from players.models import Account, Club
from players.people.services.people import create_person
from players.permissions import NotAllowed, may
from players.roles import Permission
from testing.factories import ClubFactory, administrator

pytestmark = pytest.mark.core


def test_a_new_club_has_an_address_a_scope_and_its_maker_as_organiser(db: None) -> None:
    maker = administrator()
    club = create_club(actor=maker, name="Club de Société", place="Paris", time_zone="Europe/Paris")
    assert (club.slug, club.time_zone) == ("club-de-societe", "Europe/Paris")
    assert with_parents(club.scope) == [club.scope, "server"]
    assert maker.grants.filter(role="organiser", scope__key=club.scope).exists()


def test_an_organiser_of_one_club_makes_no_other(organiser: Account) -> None:
    with pytest.raises(NotAllowed):
        create_club(actor=organiser, name="Second")


def test_addresses_that_are_taken_get_a_number(db: None) -> None:
    maker = administrator()
    slugs = [create_club(actor=maker, name=name).slug for name in ("GIPF!", "Gipf", "gipf", "New", "کافه بازی", "囲碁")]
    assert slugs == ["gipf", "gipf-2", "gipf-3", "new-2", "club", "club-2"]


@pytest.mark.parametrize(
    "wrong",
    [{"name": ""}, {"name": "=A1"}, {"name": "x" * 81}, {"place": "<i>"}, {"time_zone": "Mars/Olympus"}],
)
def test_what_cannot_stand_is_refused(db: None, wrong: dict[str, str]) -> None:
    with pytest.raises(Refused):
        create_club(actor=administrator(), **({"name": "Good"} | wrong))
    assert not Club.objects.exists()


def test_a_club_keeps_its_address_when_it_is_renamed(club: Club, organiser: Account) -> None:
    edit_club(actor=organiser, club_id=club.pk, name="Delft", place="Delft", time_zone="UTC", expect=0)
    club.refresh_from_db()
    assert (club.name, club.place, club.slug) == ("Delft", "Delft", "rotterdam")


def test_an_edit_of_an_older_page_is_stale(club: Club, organiser: Account) -> None:
    edit_club(actor=organiser, club_id=club.pk, name="Delft", place="", time_zone="UTC", expect=0)
    with pytest.raises(Stale):
        edit_club(actor=organiser, club_id=club.pk, name="Leiden", place="", time_zone="UTC", expect=0)
    assert Club.objects.get(pk=club.pk).name == "Delft"


def test_what_else_is_done_in_a_club_is_not_in_the_way_of_an_edit(club: Club, organiser: Account) -> None:
    create_person(actor=organiser, club=club, name="Anna")
    admit_club(actor=administrator(), club_id=club.pk, admitted=False)
    JournalEntry.objects.create(
        scope=Scope.objects.get(key=club.scope), version=3, at=timezone.now(), action="by-another-app", data={}
    )
    Scope.objects.filter(key=club.scope).update(version=3)
    edit_club(actor=organiser, club_id=club.pk, name="Delft", place="", time_zone="UTC", expect=0)
    assert Club.objects.get(pk=club.pk).name == "Delft"


def test_a_club_is_edited_by_its_own_organisers_alone(club: Club, stranger: Account, arbiter_to_be: Account) -> None:
    for account in (stranger, arbiter_to_be):
        with pytest.raises(NotAllowed):
            edit_club(actor=account, club_id=club.pk, name="Mine", place="", time_zone="UTC")


def test_an_administrator_may_do_everything_in_every_club(club: Club) -> None:
    other = ClubFactory()
    assert all(
        may(administrator_, act, one.scope)
        for administrator_ in [administrator()]
        for act in Permission
        for one in (club, other)
    )
