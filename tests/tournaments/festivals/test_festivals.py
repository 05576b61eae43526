"""Festivals by services: what they are made of, who may do what, and who reaches which section."""

from __future__ import annotations

import datetime

import pytest

from common.journal import queries as journal
from players.erasure.services import erase_person
from players.models import Account, Club
from players.permissions import NotAllowed, may
from players.roles import Permission, Role
from testing.factories import ClubFactory, PersonFactory, holder_of, organiser_of, player_in
from testing.tournaments.factories import DAY, draft, with_players
from tournaments.core.errors import EventRefused
from tournaments.core.queries.festivals import all_festivals, festivals_from, sections_of
from tournaments.core.queries.journals import journal_lines
from tournaments.festivals.services import festivals
from tournaments.models import Event, Festival, FestivalSection

pytestmark = [pytest.mark.django_db, pytest.mark.core]
NEXT_DAY = DAY + datetime.timedelta(days=1)


def made(club: Club, organiser: Account, *events: Event, name: str = "Winter Days") -> Festival:
    festival = festivals.create_festival(club.pk, organiser, name=name, starts_on=DAY, ends_on=NEXT_DAY, place="Hall")
    for event in events:
        festivals.add_section(festival.pk, organiser, event.pk)
    return festival


def acts(key: str) -> list[str]:
    return [line.action for line in journal.entries(key)][::-1]


def test_each_scope_keeps_the_line_of_what_was_done_in_it(club: Club, organiser: Account) -> None:
    event = with_players(club, organiser)
    festival = made(club, organiser, event)
    festivals.edit_festival(
        festival.pk, organiser, name="Snow Days", starts_on=DAY, ends_on=DAY, expect=journal.version(festival.scope)
    )
    festivals.remove_section(festival.pk, organiser, event.pk)
    assert acts(festival.scope) == ["create-festival", "add-section", "edit-festival", "remove-section"]
    assert acts(event.scope)[-2:] == ["join-festival", "leave-festival"]
    festivals.delete_festival(festival.pk, organiser)
    assert acts(club.scope)[-1] == "delete-festival"
    assert not Festival.objects.exists()
    assert Event.objects.filter(pk=event.pk).exists()


def test_the_pages_of_sections_are_made_anew_where_the_festival_has_another_name(
    club: Club, organiser: Account
) -> None:
    event = with_players(club, organiser)
    festival = made(club, organiser, event)
    before = journal.version(event.scope)
    plan = {"starts_on": DAY, "ends_on": DAY}
    festivals.edit_festival(festival.pk, organiser, name="Winter Days", place="Elsewhere", **plan)
    assert journal.version(event.scope) == before
    festivals.edit_festival(festival.pk, organiser, name="Snow Days", **plan)
    assert journal.version(event.scope) == before + 1


@pytest.mark.parametrize(
    ("values", "field"),
    [
        ({"name": " "}, "name"),
        ({"ends_on": DAY - datetime.timedelta(days=1)}, "ends_on"),
        ({"place": "a\u0000b"}, "place"),
    ],
)
def test_what_no_festival_can_be(club: Club, organiser: Account, values: dict[str, object], field: str) -> None:
    usual = {"name": "Winter Days", "starts_on": DAY, "ends_on": DAY}
    with pytest.raises(EventRefused) as refused:
        festivals.create_festival(club.pk, organiser, **usual | values)
    assert refused.value.field == field


def test_only_organisers_of_the_club_make_one(club: Club, organiser: Account) -> None:
    arbiter = holder_of(Role.ARBITER, club.scope, player_in(club, name="Arne"))
    other = organiser_of(ClubFactory())
    for account in (arbiter, other, player_in(club, name="Pia")):
        with pytest.raises(NotAllowed):
            festivals.create_festival(club.pk, account, name="Winter Days", starts_on=DAY, ends_on=DAY)
    assert not Festival.objects.exists()


def test_an_event_joins_one_festival_of_its_own_club(club: Club, organiser: Account) -> None:
    event = with_players(club, organiser)
    festival = made(club, organiser, event)
    second = made(club, organiser, name="Summer Days")
    with pytest.raises(EventRefused, match="already"):
        festivals.add_section(second.pk, organiser, event.pk)
    elsewhere = ClubFactory()
    both = holder_of(Role.ORGANISER, elsewhere.scope, organiser)
    foreign = draft(elsewhere, both)
    with pytest.raises(EventRefused, match="no such event"):
        festivals.add_section(second.pk, both, foreign.pk)
    assert [section.festival_id for section in FestivalSection.objects.all()] == [festival.pk]


def test_joining_and_leaving_take_the_right_to_edit_both(club: Club, organiser: Account) -> None:
    event, other = with_players(club, organiser), with_players(club, organiser, name="Other")
    festival = made(club, organiser, event)
    arbiter = holder_of(Role.ARBITER, club.scope, player_in(club, name="Arne"))
    of_event = holder_of(Role.ORGANISER, other.scope, player_in(club, name="Olaf"))
    of_festival = holder_of(Role.ORGANISER, festival.scope, player_in(club, name="Fay"))
    for account in (arbiter, of_event, of_festival):
        with pytest.raises(NotAllowed):
            festivals.add_section(festival.pk, account, other.pk)
        with pytest.raises(NotAllowed):
            festivals.remove_section(festival.pk, account, event.pk)
    assert FestivalSection.objects.count() == 1


def test_a_festival_with_sections_is_not_deleted(club: Club, organiser: Account) -> None:
    festival = made(club, organiser, with_players(club, organiser))
    with pytest.raises(EventRefused, match="remove them first"):
        festivals.delete_festival(festival.pk, organiser)


def test_a_role_in_one_section_or_in_the_festival_reaches_no_other_section(club: Club, organiser: Account) -> None:
    one, two = with_players(club, organiser, name="One"), with_players(club, organiser, name="Two")
    festival = made(club, organiser, one, two)
    arbiter = holder_of(Role.ARBITER, one.scope, player_in(club, name="Arne"))
    of_festival = holder_of(Role.ARBITER, festival.scope, player_in(club, name="Fay"))
    for permission in (Permission.RUN_ROUNDS, Permission.ENTER_PLAYERS, Permission.DECIDE_RESULT):
        assert may(arbiter, permission, one.scope)
        assert not may(arbiter, permission, two.scope)
        assert not may(arbiter, permission, festival.scope)
        assert not may(of_festival, permission, one.scope)


def test_a_festival_is_seen_by_whoever_sees_one_of_its_sections(club: Club, organiser: Account) -> None:
    secret = draft(club, organiser, name="Secret")
    festival = made(club, organiser, secret)
    arbiter = holder_of(Role.ARBITER, secret.scope, player_in(club, name="Arne"))
    other = organiser_of(ClubFactory())
    assert [list(all_festivals(each)) for each in (None, other)] == [[], []]
    assert [list(all_festivals(each)) for each in (arbiter, organiser)] == [[festival], [festival]]
    announced = with_players(club, organiser)
    festivals.add_section(festival.pk, organiser, announced.pk)
    assert list(all_festivals(None)) == [festival]
    assert all_festivals(None).get().shown == 1
    assert sections_of(festival, None) == [announced]
    assert sections_of(festival, arbiter) == [secret, announced]


def test_what_is_over_is_not_listed_as_coming(club: Club, organiser: Account) -> None:
    festival = made(club, organiser, with_players(club, organiser))
    assert festivals_from(club, None, NEXT_DAY) == [festival]
    assert festivals_from(club, None, NEXT_DAY + datetime.timedelta(days=1)) == []


def test_no_more_sections_than_a_desk_shows(club: Club, organiser: Account, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(festivals, "MOST_SECTIONS", 1)
    festival = made(club, organiser, with_players(club, organiser))
    with pytest.raises(EventRefused, match="up to 1 sections"):
        festivals.add_section(festival.pk, organiser, draft(club, organiser).pk)


def test_the_name_of_a_person_who_is_erased_goes_from_the_texts(club: Club, organiser: Account) -> None:
    anna = PersonFactory(name="Anna Winter", member_of=club)
    festival = festivals.create_festival(
        club.pk, organiser, name="Days of Anna Winter", starts_on=DAY, ends_on=DAY, about="Ask Anna Winter."
    )
    erased = erase_person(actor=organiser, person_id=anna.pk)
    festival.refresh_from_db()
    assert (festival.name, festival.about) == (f"Days of {erased.name}", f"Ask {erased.name}.")
    assert acts(festival.scope) == ["create-festival", "scrub-texts"]
    assert "was erased" in str(journal_lines(festival.scope)[0].text)
