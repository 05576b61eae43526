"""One link for a player over all sections: what it shows, and when it works no more."""

from __future__ import annotations

import re

import pytest
from django.db.models import Q
from django.test import Client

from games.models import Game
from players.models import Account, Club, Person
from players.people.services.merging import merge_persons
from players.permissions import NotAllowed
from players.roles import Role
from testing.factories import PersonFactory, holder_of, player_in
from testing.tournaments.factories import entry, running, with_players
from testing.tournaments.festivals import SWISS, new_festival
from tournaments.entries.services import byes
from tournaments.entries.services.entries import enter_person
from tournaments.events.services import events, lifecycle
from tournaments.festivals.queries.player_links import PlayerLinkDead, player_cards, player_page
from tournaments.festivals.services.festivals import remove_section
from tournaments.festivals.services.player_links import revoke_player_link
from tournaments.models import Event, Festival
from tournaments.rounds.services import rounds

pytestmark = pytest.mark.django_db


@pytest.fixture
def north(club: Club, organiser: Account) -> Event:
    return running(club, organiser, ("Ada", "Ben"), name="North", rounds=1, **SWISS)


@pytest.fixture
def south(club: Club, organiser: Account, north: Event) -> Event:
    """South has Ada too, and Eva, Fay and Gus."""
    made = with_players(club, organiser, ("Eva", "Fay", "Gus"), name="South", **SWISS)
    enter_person(made.pk, organiser, person_id=entry(north, "Ada").members.get().person_id)
    lifecycle.start_event(made.pk, organiser)
    rounds.start_round(made.pk, organiser)
    return made


@pytest.fixture
def festival(club: Club, organiser: Account, north: Event, south: Event) -> Festival:
    return new_festival(club, organiser, north, south)


def token_of(festival: Festival, name: str) -> str:
    return next(card.token for card in player_cards(festival) if card.name == name)


def test_everyone_has_one_card_with_their_sections(festival: Festival) -> None:
    cards = [(card.name, [event.name for event in card.sections]) for card in player_cards(festival)]
    assert cards == [("Ada", ["North", "South"]), ("Ben", ["North"])] + [
        (name, ["South"]) for name in ("Eva", "Fay", "Gus")
    ]


def test_results_of_both_sections_are_reported_from_one_link(festival: Festival, north: Event, south: Event) -> None:
    browser, address = Client(), f"/festivals/player/{token_of(festival, 'Ada')}"
    shown = browser.get(address).content.decode()
    links = re.findall(r'href="(/report/[^"]+)"', shown)
    assert len(links) == 2
    for link in links:
        assert browser.post(link, {"result": "1-0", "reason": ""}).status_code == 302
    for event in (north, south):
        (claim,) = Game.objects.get(parent_scope__key=event.scope, white__name="Ada").claims.all()
        assert (claim.source, claim.result) == ("link", "1-0")
    assert browser.get(address).content.decode().count("Board 1") == 2


def test_it_shows_the_round_of_now_and_check_in(
    festival: Festival, north: Event, south: Event, organiser: Account
) -> None:
    rounds.start_round(south.pk, organiser, despite_open=True)
    byes.open_check_in(north.pk, organiser)
    page = player_page(token_of(festival, "Ada"))
    of_ada = Q(white__name="Ada") | Q(black__name="Ada")
    second = Game.objects.filter(of_ada).get(paired__pairing__round__event=south, paired__pairing__round__number=2).pk
    assert [[seat.game for seat in place.seats] for place in page.places][1] == [second]
    assert [place.check_in.round for place in page.places] == [2, None]
    assert Client().get(f"/here/{page.places[0].card}").status_code == 200


def test_a_revoked_link_is_dead_and_the_next_one_works(festival: Festival, organiser: Account, north: Event) -> None:
    ada, old = entry(north, "Ada").members.get().person_id, token_of(festival, "Ada")
    ben = token_of(festival, "Ben")
    revoke_player_link(festival.pk, organiser, ada)
    with pytest.raises(PlayerLinkDead) as dead:
        player_page(old)
    assert dead.value.is_signed
    assert player_page(token_of(festival, "Ada")).name == "Ada"
    assert player_page(ben).name == "Ben"
    assert Client().get(f"/festivals/player/{old}").status_code == 410


@pytest.mark.parametrize("change", [lambda token: token[:-1], lambda token: re.sub(r"-\d+-", "-1-", token, count=1)])
def test_a_link_that_the_server_did_not_sign_opens_nothing(festival: Festival, change) -> None:
    with pytest.raises(PlayerLinkDead) as dead:
        player_page(change(token_of(festival, "Ben")))
    assert not dead.value.is_signed


def test_who_may_not_decide_in_the_whole_club_revokes_nothing(festival: Festival, north: Event, club: Club) -> None:
    arbiter = holder_of(Role.ARBITER, north.scope, player_in(club, name="Arne"))
    with pytest.raises(NotAllowed):
        revoke_player_link(festival.pk, arbiter, entry(north, "Ada").members.get().person_id)


def test_no_link_is_revoked_of_someone_who_plays_nowhere(festival: Festival, organiser: Account, club: Club) -> None:
    with pytest.raises(Person.DoesNotExist):
        revoke_player_link(festival.pk, organiser, PersonFactory(member_of=club).pk)


def test_sections_that_left_or_are_drafts_are_not_shown(
    festival: Festival, organiser: Account, club: Club, south: Event
) -> None:
    token = token_of(festival, "Ada")
    remove_section(festival.pk, organiser, south.pk)
    assert [place.event.name for place in player_page(token).places] == ["North"]
    hidden = with_players(club, organiser, ("Zoe",), name="Hidden", **SWISS)
    events.retract(hidden.pk, organiser)
    other = new_festival(club, organiser, hidden)
    assert player_cards(other) == []


def test_a_person_who_was_merged_has_one_link_and_the_old_one_works(
    festival: Festival, organiser: Account, club: Club, north: Event
) -> None:
    old = token_of(festival, "Ben")
    root = PersonFactory(name="Benjamin", member_of=club)
    merge_persons(actor=organiser, kept_id=root.pk, gone_id=entry(north, "Ben").members.get().person_id)
    assert player_page(old).name == "Benjamin"
    assert player_page(token_of(festival, "Benjamin")).places[0].seats[0].name == "Benjamin"
