"""House players of a club: who adds and removes them, who plays them and how often, what they never do."""

from __future__ import annotations

import pytest
from django.core.management import call_command
from django.db import IntegrityError, transaction
from django.test import Client

from common.journal import queries as journal
from games.models import Game
from gipf_engine.messages import Refused
from play.challenges.services.challenges import NewChallenge, open_challenge
from play.core.errors import PlayRefused
from play.core.player import program_at
from play.core.playing import load_game
from play.games.services.games import play_turn, resign
from play.models import OfferKind
from play.partner.services import MOST_RUNNING, ProgramGame, begin_program_game, house_players
from play.partner.services.house_players import (
    NewHousePlayer,
    add_house_player,
    begin_house_player_game,
    house_players_of,
    remove_house_player,
)
from play.table.services.offers import make_offer
from players.clubs.services.invitations import invite_person
from players.clubs.services.memberships import join_club, leave_club
from players.erasure.services import erase_person
from players.models import Account, Club, HousePlayer, Membership, Person
from players.people.services.merging import MergeRefused, merge_persons
from players.permissions import NotAllowed
from testing.api.caller import Caller
from testing.factories import (
    AccountFactory,
    ClubFactory,
    PersonFactory,
    administrator,
    organiser_of,
    player_in,
)
from testing.tournaments.factories import with_players
from tournaments.core.errors import EventRefused
from tournaments.entries.services.entries import enter_person

pytestmark = [pytest.mark.django_db, pytest.mark.core]

NEW = NewHousePlayer(rules="gipf-basic", level=1, control="600+5")


@pytest.fixture
def officer(club: Club) -> Account:
    return organiser_of(club)


@pytest.fixture
def computer(club: Club, officer: Account) -> HousePlayer:
    return add_house_player(actor=officer, club=club, new=NEW)


def begin(member: Account, computer: HousePlayer, *, rated: bool = True, colour: str = "white") -> int:
    return begin_house_player_game(member, computer.pk, rated=rated, colour=colour).game.pk


def test_an_officer_adds_it_with_a_name_that_says_what_it_is(club: Club, computer: HousePlayer) -> None:
    person = computer.person
    assert person.name == f"{club.name} · GIPF, basic game, level 1 (program)"
    assert (person.is_program, person.is_guest, person.program_level) == (True, False, 1)
    assert person in Person.objects.all(), "it is listed and found, as other programs are"
    assert not Membership.objects.filter(person=person).exists()
    assert journal.entries(club.scope)[0].data["person"] == person.pk


def test_officers_of_the_club_alone_add_and_remove_it(club: Club, computer: HousePlayer) -> None:
    for actor in (player_in(club), organiser_of(ClubFactory(name="Other", slug="other"))):
        with pytest.raises(NotAllowed):
            add_house_player(actor=actor, club=club, new=NewHousePlayer(rules="lyngk-main", level=2, control="300+3"))
        with pytest.raises(NotAllowed):
            remove_house_player(actor=actor, club=club, person_id=computer.pk)
    assert [each.pk for each in house_players_of(club)] == [computer.pk]


def test_what_there_is_already_and_what_no_program_plays_is_refused(
    club: Club, officer: Account, computer: HousePlayer, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(PlayRefused, match="Your club already has a house player with this game and level"):
        add_house_player(actor=officer, club=club, new=NEW)
    for rules, level, why in (("guowuguan-gwg", 1, "does not play this game"), ("lyngk-main", 9, "levels 1 to 8")):
        with pytest.raises(PlayRefused, match=why):
            add_house_player(actor=officer, club=club, new=NewHousePlayer(rules=rules, level=level, control="300+3"))
    monkeypatch.setattr(house_players, "MOST_OF_A_CLUB", 1)
    with pytest.raises(PlayRefused, match="house players: remove one first"):
        add_house_player(actor=officer, club=club, new=NewHousePlayer(rules="lyngk-main", level=2, control="300+3"))
    other = ClubFactory(name="Other", slug="other")
    assert add_house_player(actor=organiser_of(other), club=other, new=NEW).pk != computer.pk


def test_removed_it_starts_no_game_and_comes_back_as_the_same(
    club: Club, officer: Account, computer: HousePlayer
) -> None:
    member = player_in(club)
    running = begin(member, computer)
    remove_house_player(actor=officer, club=club, person_id=computer.pk)
    with pytest.raises(PlayRefused, match="is no longer in the club"):
        begin(member, computer)
    with pytest.raises(HousePlayer.DoesNotExist):
        remove_house_player(actor=officer, club=club, person_id=computer.pk)
    play_turn(running, member, "a2-b3", expect=load_game(running).version)
    call_command("work", "--once", "--queues", "turns")
    assert load_game(running).plies == 2, "a running game goes on"
    again = add_house_player(actor=officer, club=club, new=NewHousePlayer(rules="gipf-basic", level=1, control="300+3"))
    assert (again.pk, again.control, again.is_there) == (computer.pk, "300+3", True)


def test_a_member_plays_and_it_answers_at_its_level(club: Club, computer: HousePlayer) -> None:
    member = player_in(club)
    game = begin(member, computer)
    stored = Game.objects.get(pk=game)
    assert (stored.white, stored.black, stored.rated) == (member.person, computer.person, True)
    assert (stored.guests, stored.club, load_game(game).online.control) == ("", None, "600+5")
    play_turn(game, member, "a2-b3", expect=load_game(game).version)
    call_command("work", "--once", "--queues", "turns")
    assert load_game(game).plies == 2
    program = program_at(load_game(game).game, 1)
    assert program is not None and (program.level, program.is_house_player) == (1, True)


def test_members_alone_play_it(club: Club, computer: HousePlayer, officer: Account) -> None:
    stranger, past = AccountFactory(person=PersonFactory()), player_in(club)
    leave_club(actor=officer, club=club, person_id=past.person_id, until=Membership.objects.latest("pk").since)
    Membership.objects.filter(person=past.person).update(since="2020-01-01", until="2020-12-31")
    for account in (stranger, past):
        with pytest.raises(PlayRefused, match="Only members of the club"):
            begin(account, computer)
    assert not Game.objects.exists()


def test_it_plays_so_many_games_at_once_and_a_member_four(
    club: Club, computer: HousePlayer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(house_players, "MOST_GAMES", 2)
    one, other = player_in(club), player_in(club)
    first = begin(one, computer)
    play_turn(first, one, "a2-b3", expect=load_game(first).version)
    call_command("work", "--once", "--queues", "turns")
    begin(other, computer, rated=False, colour="black")
    with pytest.raises(PlayRefused, match="Try again when one is over"):
        begin(other, computer)
    resign(first, one)
    begin(other, computer)
    for _game in range(MOST_RUNNING - 2):
        begin_program_game(other, ProgramGame(rules="gipf-basic", level=1))
    monkeypatch.setattr(house_players, "MOST_GAMES", 20)
    with pytest.raises(PlayRefused, match="You have 4 games against the computer running"):
        begin(other, computer)


def test_rated_it_takes_nothing_back_and_a_rematch_is_started_in_the_club(club: Club, computer: HousePlayer) -> None:
    member = player_in(club)
    for rated in (True, False):
        game = begin(member, computer, rated=rated)
        for _pair in range(2):
            now = load_game(game)
            position = now.running.reached.position
            play_turn(game, member, position.notation(next(iter(position.legal_moves()))), expect=now.version)
            call_command("work", "--once", "--queues", "turns")
        if rated:
            for kind in (OfferKind.TAKEBACK, OfferKind.ADJOURN):
                with pytest.raises(PlayRefused, match="agrees to no takeback and to no pause"):
                    make_offer(game, member, kind)
            assert load_game(game).plies == 4
        else:
            assert make_offer(game, member, OfferKind.TAKEBACK).plies == 2
        resign(game, member)
        with pytest.raises(PlayRefused, match="To play again, start a new game on the club’s page"):
            make_offer(game, member, OfferKind.REMATCH)
    assert Game.objects.count() == 2


def test_it_is_challenged_by_no_one(club: Club, computer: HousePlayer) -> None:
    wanted = NewChallenge(rules="gipf-basic", control="300+3", audience="person", opponent=computer.pk, rated=False)
    with pytest.raises(PlayRefused, match="A house player cannot be challenged"):
        open_challenge(player_in(club), wanted)


def test_it_enters_no_event_is_no_member_and_is_neither_merged_nor_erased(
    club: Club, officer: Account, computer: HousePlayer
) -> None:
    event = with_players(club, officer)
    with pytest.raises(EventRefused, match="is a house player, which plays in no event"):
        enter_person(event.pk, officer, person_id=computer.pk)
    other = ClubFactory(name="Other", slug="other")
    for joining in (join_club, invite_person):
        with pytest.raises(Refused, match="A house player belongs to its club"):
            joining(actor=organiser_of(other), club=other, person_id=computer.pk, since=computer.since)
    boss = administrator()
    program = PersonFactory(name="Engine (program)")
    with pytest.raises(MergeRefused, match="A house player of a club cannot be merged"):
        merge_persons(actor=boss, kept_id=program.pk, gone_id=computer.pk)
    with pytest.raises(NotAllowed):
        erase_person(actor=boss, person_id=computer.pk)
    assert Person.objects.get(pk=computer.pk).erased_at is None


@pytest.mark.postgresql
def test_the_database_keeps_its_rules(club: Club, computer: HousePlayer) -> None:
    """One for each level of a game; a level at a person who is neither a guest nor a program is none."""
    twin = PersonFactory(name="Twin (program)", program_level=1)
    with pytest.raises(IntegrityError), transaction.atomic():
        HousePlayer.objects.create(
            person=twin, club=club, rules=computer.rules, level=1, control="300+3", since=computer.since
        )
    with pytest.raises(IntegrityError), transaction.atomic():
        Person.objects.create(name="A person", program_level=4)
    with pytest.raises(IntegrityError), transaction.atomic():
        HousePlayer.objects.filter(pk=computer.pk).update(until="2020-01-01")
    guest = Person.guests.create(name="Computer, level 1", is_guest=True, program_level=1)
    with pytest.raises(IntegrityError), transaction.atomic():
        Person.guests.create(name="Computer, level 1", is_guest=True, program_level=guest.program_level)


def test_the_api_adds_plays_lists_and_removes(club: Club, officer: Account) -> None:
    boss, member = Caller(officer), Caller(player_in(club))
    asked = {"rules": "lyngk-main", "level": 3, "control": "300+3"}
    made = boss.post(f"/clubs/{club.slug}/house-players", asked)
    told = made.json()
    assert (made.status_code, told["name"]) == (201, f"{club.name} · LYNGK, level 3 (program)")
    assert {key: told[key] for key in asked} == asked
    game = member.post(f"/play/house-players/{told['id']}/games", {"rated": True, "colour": "black"})
    assert (game.status_code, game.json()["rated"], game.json()["white"]["name"]) == (201, True, told["name"])
    assert member.get(f"/clubs/{club.slug}/house-players").json()["results"] == [told | {"running": 1}]
    assert member.post(f"/clubs/{club.slug}/house-players", asked).status_code == 403
    assert member.delete(f"/clubs/{club.slug}/house-players/{told['id']}").status_code == 403
    assert boss.delete(f"/clubs/{club.slug}/house-players/{told['id']}").status_code == 204
    assert member.get(f"/clubs/{club.slug}/house-players").json()["results"] == []
    assert member.post(f"/play/house-players/{told['id']}/games", {}).status_code == 409


def test_the_clubs_page_offers_it_to_members_alone(club: Club, computer: HousePlayer) -> None:
    play = f"/clubs/{club.slug}/house-players/{computer.pk}/play"
    member, stranger = Client(), Client()
    member.force_login(player_in(club))
    stranger.force_login(AccountFactory(person=PersonFactory()))
    for reader, offered in ((member, True), (stranger, False), (Client(), False)):
        page = reader.get(f"/clubs/{club.slug}").content.decode()
        assert 'GIPF, basic game, level 1</bdi></a> <span class="badge">program</span>' in page
        assert (play in page) == offered
    assert "Only members of the club can play its house players." in stranger.post(play).content.decode()
    assert Client().post(play).status_code == 302
    assert not Game.objects.exists()
    begun = member.post(play, {"rated": "0"})
    assert begun["Location"] == f"/play/{Game.objects.get(rated=False).pk}"
