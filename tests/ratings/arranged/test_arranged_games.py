"""Rated games that players arrange: which of them count in the server's lists, and who takes them out."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

import pytest
from django.conf import LazySettings
from django.test import Client
from django.utils import timezone

from common.jobs.services import run_due
from common.journal.models import JournalEntry
from games.models import Game, LeftOut
from play.games.services.games import resign
from players.clubs.services.clubs import admit_club
from players.clubs.services.memberships import edit_membership
from players.models import Account, Club, Membership
from players.people.services.merging import merge_persons
from players.permissions import NotAllowed
from ratings.arranged.services import judge_subject, set_counting
from ratings.core.queries.lists import current
from ratings.models import History, Pool, Published, Rating
from ratings.pools.services.pools import pool_for
from testing.api.caller import Caller
from testing.factories import AccountFactory, ClubFactory, PersonFactory, administrator, organiser_of, player_in
from testing.play.online import begin, play, reference_turns, two_accounts
from testing.ratings.factories import FIRST, closed_event, four

pytestmark = [pytest.mark.django_db, pytest.mark.core]
RULES = "gipf-basic"


@pytest.fixture
def outside() -> Club:
    return ClubFactory(name="Outside", slug="outside", admitted=False)


def whole(white: Account, black: Account) -> Game:
    """A game that the rules end after 24 turns; Black wins."""
    game = begin(white, black)
    play(game, *reference_turns(white, black))
    return Game.objects.get(pk=game)


def given_up(white: Account, black: Account, turns: int) -> Game:
    """A game that White gives up after so many turns."""
    game = begin(white, black)
    play(game, *reference_turns(white, black)[:turns])
    resign(game, white)
    return Game.objects.get(pk=game)


def ratings() -> dict[int, int]:
    run_due()
    return dict(Rating.objects.filter(pool__club=None).values_list("person", "value"))


def reason(game: Game) -> str:
    return Game.objects.get(pk=game.pk).left_out


def rows_of_the_server() -> list[Any]:
    """Every row that belongs to a list of the server."""
    pools = Pool.objects.filter(club=None).order_by("pk")
    rows: list[Any] = list(pools.values())
    for model in (Rating, History, Published):
        rows += list(model.objects.filter(pool__club=None).order_by("pk").values())
    return rows


# --- who is vouched for --------------------------------------------------------------------------------


def test_the_walk_of_a_hostile_club_beside_an_honest_one_changes_no_row_of_the_servers_lists(
    club: Club, outside: Club, client: Client
) -> None:
    """Its organiser makes people, lets two of its players play at once and often, meets honest players, and asks."""
    honest = [player_in(club) for _each in range(2)]
    closed_event(club, four(club), FIRST)
    whole(*honest)
    assert len(ratings()) == 4 + 2
    before = rows_of_the_server()

    boss = organiser_of(outside)
    made = Caller(boss).done("/clubs/outside/players", {"name": "Straw Man"})
    puppets = [player_in(outside), AccountFactory(person=PersonFactory(name="Self-made"))]
    client.force_login(boss)
    assert client.post("/clubs/outside/admit", {"admitted": "1"}).status_code == 403
    assert Caller(boss).ask("PUT", "/clubs/outside/admission", {"admitted": True}).status_code == 403
    one, two = (Caller(account) for account in puppets)
    for number in range(15):
        lose_at_once(one, two, RULES if number % 2 else "gipf-tournament")
    lose_at_once(one, Caller(honest[0]), RULES)
    lose_at_once(Caller(honest[0]), two, RULES)
    whole(puppets[0], honest[0])
    assert (
        made["id"]
        and Caller(boss).post(f"/players/{honest[0].person_id}/merge", {"gone": made["id"]}).status_code == 403
    )
    lost = Game.objects.filter(club=None).latest("pk").pk
    assert Caller(boss).ask("PUT", f"/games/{lost}/counting", {"counts": True, "reason": "x"}).status_code == 403
    run_due()
    assert rows_of_the_server() == before


def lose_at_once(white: Caller, black: Caller, rules: str) -> None:
    """A rated game by the API: each makes a turn, and White resigns."""
    asked = {"rules": rules, "control": "300+3", "colour": "white", "rated": True}
    challenge = white.done("/play/challenges", asked)
    game = black.done(f"/play/challenges/{challenge['id']}/take")
    address, version = f"/play/games/{game['id']}", game["version"]
    for caller, turn in ((white, "g2"), (black, "b3")):
        version = caller.done(
            f"{address}/turns", {"turn": ("G" if "tour" in rules else "") + turn, "version": version}
        )["version"]
    assert white.done(f"{address}/resign")["ending"] == "resigned"


def test_both_players_must_be_members_of_an_admitted_club_on_the_day(club: Club, outside: Club) -> None:
    member, other, foreign = player_in(club), player_in(club), player_in(outside)
    nobody = AccountFactory(person=PersonFactory())
    former = player_in(club)
    Membership.objects.filter(person=former.person).update(until=timezone.localdate() - timedelta(days=1))
    assert reason(whole(member, other)) == ""
    for account in (foreign, nobody, former):
        assert reason(whole(member, account)) == LeftOut.UNVOUCHED
        assert reason(whole(account, member)) == LeftOut.UNVOUCHED


def test_admitting_the_club_and_taking_that_back_moves_its_members_games(outside: Club) -> None:
    players, boss = (player_in(outside), player_in(outside)), administrator()
    game = whole(*players)
    assert ratings() == {}
    admit_club(actor=boss, club_id=outside.pk, admitted=True)
    assert len(ratings()) == 2 and reason(game) == ""
    admit_club(actor=boss, club_id=outside.pk, admitted=False)
    assert ratings() == {} and reason(game) == LeftOut.UNVOUCHED


def test_the_days_of_a_membership_decide_also_afterwards(club: Club) -> None:
    white, black = player_in(club), player_in(club)
    game = whole(white, black)
    assert len(ratings()) == 2
    row, day = Membership.objects.get(person=white.person), timezone.localdate()
    edit_membership(
        actor=organiser_of(club), membership_id=row.pk, since=date(2024, 1, 1), until=day - timedelta(days=1)
    )
    assert ratings() == {} and reason(game) == LeftOut.UNVOUCHED
    edit_membership(actor=organiser_of(club), membership_id=row.pk, since=date(2024, 1, 1), until=day)
    assert len(ratings()) == 2 and reason(game) == ""


def test_a_membership_of_a_merged_record_counts(club: Club) -> None:
    white, black = AccountFactory(person=PersonFactory(home=club)), player_in(club)
    game = whole(white, black)
    assert reason(game) == LeftOut.UNVOUCHED
    twin = PersonFactory(member_of=club)
    merge_persons(actor=administrator(), kept_id=white.person_id, gone_id=twin.pk)
    assert len(ratings()) == 2 and reason(game) == ""


# --- turns, and games of a pair ------------------------------------------------------------------------


def test_a_game_given_up_early_does_not_count_and_one_that_the_rules_ended_does(settings: LazySettings) -> None:
    white, black = two_accounts()
    settings.RATED_GAMES_OF_A_PAIR = 100
    assert [reason(given_up(white, black, turns)) for turns in (2, 9, 10)] == [LeftOut.SHORT, LeftOut.SHORT, ""]
    settings.RATED_LEAST_TURNS = 40
    assert reason(whole(white, black)) == ""


def test_of_one_pair_so_many_games_a_day_count(settings: LazySettings) -> None:
    settings.RATED_GAMES_OF_A_PAIR = 2
    white, black = two_accounts()
    short = given_up(white, black, 2)  # takes no place
    games = [whole(white, black), whole(black, white), whole(white, black)]
    assert [reason(each) for each in (short, *games)] == [LeftOut.SHORT, "", "", LeftOut.PAIR]
    set_counting(administrator(), [games[0].pk], counts=False, reason="arranged")
    assert [reason(each) for each in games] == [LeftOut.REMOVED, "", LeftOut.PAIR]
    Game.objects.filter(pk=games[2].pk).update(rated_on=timezone.localdate() - timedelta(days=1))
    judge_subject("all")
    assert [reason(each) for each in games] == [LeftOut.REMOVED, "", ""]


def test_a_worker_finds_a_game_that_another_one_did_not_see(settings: LazySettings) -> None:
    """Two that ended at one moment both found a place; the job that each asks for sees both."""
    settings.RATED_GAMES_OF_A_PAIR = 1
    white, black = two_accounts()
    games = [whole(white, black), whole(white, black)]
    Game.objects.filter(pk=games[1].pk).update(left_out="")
    run_due()
    assert [reason(each) for each in games] == ["", LeftOut.PAIR]


# --- administrators ------------------------------------------------------------------------------------


def test_an_administrator_takes_a_game_out_and_puts_it_back_and_the_lists_are_as_before() -> None:
    white, black = two_accounts()
    game, boss = whole(white, black), administrator()
    before = ratings()
    set_counting(boss, [game.pk], counts=False, reason="  the two  share a computer ")
    assert ratings() == {}
    set_counting(boss, [game.pk], counts=True, reason="they do not")
    assert ratings() == before and len(before) == 2
    lines = JournalEntry.objects.filter(scope__key="rated-games").order_by("pk")
    assert [(line.action, line.actor, line.data) for line in lines] == [
        ("remove-from-lists", boss.pk, {"game": game.pk, "reason": "the two share a computer"}),
        ("put-back-into-lists", boss.pk, {"game": game.pk, "reason": "they do not"}),
    ]


def test_nobody_else_takes_games_out(club: Club) -> None:
    white, black = two_accounts()
    game = whole(white, black)
    for account in (white, organiser_of(club)):
        with pytest.raises(NotAllowed):
            set_counting(account, [game.pk], counts=False, reason="x")
    assert reason(game) == ""


def test_the_page_shows_pairs_and_sudden_ends_and_takes_them_out(client: Client, settings: LazySettings) -> None:
    settings.RATED_LEAST_TURNS = 3
    white, black = two_accounts()
    games = [given_up(white, black, 4) for _each in range(5)]
    client.force_login(white)
    assert client.get("/server/rated-games").status_code == 403
    client.force_login(administrator())
    page = client.get("/server/rated-games").content.decode()
    assert "5 games with each other, of 5 and 5" in page
    assert "<bdi>Wanda</bdi> lost to <bdi>Bela</bdi> after 4 turns" in page
    wrong = client.post("/server/rated-games", {"games": [str(games[0].pk)], "reason": ""})
    assert wrong.status_code == 400 and f'value="{games[0].pk}" checked' in wrong.content.decode()
    chosen = {"games": [str(each.pk) for each in games[:2]], "reason": "lost on purpose"}
    assert client.post("/server/rated-games", chosen).url == "/server/rated-games"
    assert [reason(each) for each in games[:3]] == [LeftOut.REMOVED, LeftOut.REMOVED, ""]
    assert "An administrator removed it: lost on purpose" in client.get(f"/games/{games[0].pk}").content.decode()
    assert client.post(f"/games/{games[0].pk}/counting", {"reason": "heard them"}).url == f"/games/{games[0].pk}"
    assert reason(games[0]) == ""


def test_the_page_of_a_game_says_whether_it_counts(client: Client) -> None:
    white, black = two_accounts()
    assert "Counts in the server's lists</dt><dd>yes" in shown(client, whole(white, black))
    assert "It ended before turn 10, and not by the rules." in shown(client, given_up(white, black, 2))
    foreign = AccountFactory(person=PersonFactory())
    assert "must belong to a club whose games count" in shown(client, whole(white, foreign))


def shown(client: Client, game: Game) -> str:
    return client.get(f"/games/{game.pk}").content.decode().replace("&#x27;", "'")


def test_by_the_api() -> None:
    white, black = two_accounts()
    game, boss = whole(white, black), Caller(administrator())
    address = f"/games/{game.pk}/counting"
    assert Caller().read(address) == {"id": game.pk, "counts": True, "left_out": "", "why": ""}
    assert Caller(white).ask("PUT", address, {"counts": False, "reason": "x"}).status_code == 403
    assert boss.ask("PUT", address, {"counts": False, "reason": " "}).status_code == 400
    out = boss.done(address, {"counts": False, "reason": "two accounts of one"}, method="PUT")
    assert (out["counts"], out["left_out"]) == (False, "removed") and "two accounts of one" in out["why"]
    assert [each["game"] for each in boss.read("/server/rated-games")["removed"]] == [game.pk]
    assert Caller(white).get("/server/rated-games").status_code == 403
    assert boss.done(address, {"counts": True, "reason": "they are two"}, method="PUT")["counts"] is True


def test_a_left_out_game_begins_no_list(outside: Club) -> None:
    whole(player_in(outside), player_in(outside))
    run_due()
    assert not Pool.objects.filter(club=None).exists()
    assert current(RULES, None, [1]) == {} and pool_for(RULES)
